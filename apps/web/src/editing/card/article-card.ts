import type { ListContext } from '@portal/list-view';
import { PRICE_TYPE, type PriceType, type ProductGroup, type RowEdit } from '@portal/rules';
import type { ReactNode } from 'react';
import type { KindTypes } from '../kind/kind.ts';
import type { EditSession, ListView, ReviewState } from '../state/use-list-editor.ts';
import type { CardArticle } from './card-article.ts';
import type { Cards } from './use-price-card.ts';

/** What the card of a list needs, docked or as a dialog. */
export type CardProps<T extends KindTypes> = {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  card: Cards;
  pharmacyId: string;
  token: string;
  group: ProductGroup;
  /** What the price list knows of a package's rows. */
  context: ListContext | null | undefined;
  /** Leads further, for the article that is shown. */
  linkOf?: (pzn: string) => ReactNode;
};

type Article = Omit<CardArticle, 'onOpen' | 'compact' | 'settled'> & {
  /** With the size of its pack. */
  readonly name: string;
};

export function articleCard<T extends KindTypes>(
  { editor, pharmacyId, token, group, context }: Omit<CardProps<T>, 'card'>,
  row: number,
): Article {
  const { kind, model, review, session } = editor;
  const { columns } = model;
  const pzn = columns.pzn[row] as string;
  const edited = editor.editable ? session.entered.edits.get(pzn) : undefined;
  return {
    name: nameWithPack(columns.name[row] ?? '', columns.content[row] ?? null),
    model,
    row,
    // one of another state of the list says nothing of its rows
    review: review?.columns.pzn === columns.pzn ? review : undefined,
    type: edited ? typeOf(edited) : kind.rules.becomes(model, row, undefined).priceType,
    entered: edited !== undefined,
    group,
    params: { apoId: pharmacyId, token, pzn },
    sourceOf: (figure) => kind.reviewing.sourceOf(model, context ?? null, figure, row),
  };
}

/** Some names end with the size already. */
export function nameWithPack(name: string, content: string | null): string {
  return !content || name.toLowerCase().endsWith(content.toLowerCase()) ? name : `${name}, ${content}`;
}

/** The type that an edit asks for. */
function typeOf({ exclusion, permanent, ownPrice }: RowEdit): PriceType {
  if (exclusion) return PRICE_TYPE.exclusion;
  if (permanent) return PRICE_TYPE.permanent;
  return ownPrice === null ? PRICE_TYPE.calculated : PRICE_TYPE.own;
}
