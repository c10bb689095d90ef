import type { Figure, FigureSource, Review } from '@portal/list-view';
import type { PriceType, ProductGroup } from '@portal/rules';
import type { KindTypes } from '../kind/kind.ts';

/** An article as its price card shows it. */
export type CardArticle = {
  model: KindTypes['model'];
  row: number;
  review: Review | undefined;
  /** The type of the price that will be in force. */
  type: PriceType;
  /** It was entered, and is not in force yet. */
  entered: boolean;
  group: ProductGroup;
  params: { apoId: string; token: string; pzn: string };
  sourceOf: (figure: Figure) => FigureSource | null;
  onOpen: (row: number) => void;
  /** Little room: two lines in place of many columns. */
  compact: boolean;
  /** The article stays: what has to be fetched is. */
  settled: boolean;
};
