import { type LabelRow, MAX_LABELS } from '@portal/contracts';
import { compareGerman, type PriceListModel, rowAt } from '@portal/list-view';
import { basePrice, effectivePrice, type Label } from '@portal/rules';

/** An article and the price its label gets; null for one that has none. */
export type LabelArticle = Omit<Label, 'effectivePrice'> &
  Pick<LabelRow, 'effectivePrice'> & { readonly shelfPrice?: number | null };

/** Stored prices (rule 16.8). */
export function articlesOf(model: PriceListModel, rows: ArrayLike<number>): LabelArticle[] {
  const { pzn, name, content, producer } = model.columns;
  return Array.from(rows, (row) => ({
    pzn: pzn[row] as string,
    name: name[row] as string,
    content: content[row] ?? null,
    producer: producer[row] ?? null,
    effectivePrice: effectivePrice(rowAt(model, row)),
  }));
}

/** What is printed and what is not, of the articles chosen. */
export type SortedLabels = {
  readonly labels: readonly Label[];
  /** Their labels are to be taken off the shelf (rule 16.10). */
  readonly toRemove: readonly LabelArticle[];
  /** Without a Grundpreis, since the content cannot be read (rule 16.3). */
  readonly unreadable: readonly Label[];
};

/** An exclusion has none (rule 16.8). */
export function hasLabel(article: LabelArticle): article is Label {
  return article.effectivePrice !== null;
}

export function sortLabels(articles: readonly LabelArticle[]): SortedLabels {
  const labels = articles.filter(hasLabel);
  return {
    labels,
    toRemove: articles.filter(
      ({ effectivePrice: price, shelfPrice }) => price === null && (shelfPrice ?? null) !== null,
    ),
    unreadable: labels.filter(({ effectivePrice: price, content }) => basePrice(price, content) === 'unreadable'),
  };
}

/** As many at once as are printed and marked (rule 16.6). */
export function labelParts(articles: readonly LabelArticle[]): readonly SortedLabels[] {
  const { labels, toRemove } = sortLabels(articles);
  const all = [...labels, ...toRemove];
  const count = Math.max(1, Math.ceil(all.length / MAX_LABELS));
  return Array.from({ length: count }, (_, at) => sortLabels(all.slice(at * MAX_LABELS, (at + 1) * MAX_LABELS)));
}

/** Rows of the server by name, as labels are carried along the shelf. */
export function byName(rows: readonly LabelRow[]): LabelRow[] {
  return [...rows].sort((a, b) => compareGerman(a.name, b.name) || (a.pzn < b.pzn ? -1 : 1));
}
