import type { Group, Kind } from '../state.ts';

/** What a file calls an article. */
export const nameIn = ({ product }: Pick<Delivery, 'product'>, pzn: string): string => product ?? `Produkt ${pzn}`;

export type Delivery = {
  kind: Kind;
  pharmacy: number;
  group: Group;
  /** Name and content, as one text. */
  file: string;
  rows: Record<string, number>;
  avps: Record<string, number>;
  /** What it calls its products; null: as they were called at first. */
  product: string | null;
  reset: boolean | null;
  /** Whose file it is, where somebody else takes it in. */
  byEngine?: boolean;
};
