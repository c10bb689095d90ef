import { countDeviations, explainTillArticle, isMass, type TillWhy } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { pznText } from '../../db/int-arrays.ts';
import { ask, statement } from '../../db/statement.ts';
import type { ComparedArticle } from './compare-lists.ts';
import { readEverApproved } from './look-at-whole.ts';
import type { TillComparison } from './read-comparison.ts';
import { readTransfers } from './read-transfers.ts';

const REFUSALS = statement(
  { pzn: 'text', reason: 'text' },
  'SELECT pzn, reason FROM till_refused WHERE apo_id = $1 AND account = $2 AND told_at <= $3',
);

export type ExplainedArticle = ComparedArticle & { readonly why: TillWhy | null; readonly refusal: string | null };

/** Rule 9.32. */
export async function explainArticles(
  db: Queryable,
  apoId: number,
  { account, counts, articles, inventory, position, noted }: TillComparison,
): Promise<ExplainedArticle[]> {
  const refusals = new Map(
    (await ask(db, REFUSALS, [apoId, account, inventory.takenAt])).map(({ pzn, reason }) => [pzn, reason]),
  );
  const { untaken, lost } = findUntaken({ account, counts, articles, noted });
  const other = articles.filter(({ till, verdict }) => till && verdict === 'different');
  const ever = await readEverApproved(db, position.listApoId, {
    pzns: other.map(({ pzn }) => Number(pzn)),
    cents: other.map(({ till }) => till ?? null),
  });
  const known = {
    transfers: await readTransfers(db, apoId, { ...noted, cursor: inventory.cursor, position }),
    takenAt: inventory.takenAt.getTime(),
    refused: new Set(refusals.keys()),
    unreadable: new Set(noted.unreadable.map(pznText)),
  };
  return articles.map((article) => {
    const withdrawn = article.verdict === 'only';
    const former = ever.has(Number(article.pzn)) ? article.till : lost.has(article.pzn) ? null : article.former;
    const sent = { ...article, former, withdrawn, isUntaken: untaken.has(article.pzn) };
    const why = article.verdict === 'changedSince' ? null : explainTillArticle(sent, known);
    return { ...article, why, refusal: why?.reason === 'refused' ? (refusals.get(article.pzn) ?? null) : null };
  });
}

/**
 * `untaken`: as before the load, or never there: many at once, of a sync job's till each that is missing.
 * `lost`: many at once that were there.
 */
function findUntaken({
  account,
  counts,
  articles,
  noted: { untaken, gone },
}: Pick<TillComparison, 'account' | 'counts' | 'articles' | 'noted'>) {
  const [kept, left] = [new Set(untaken), new Set(gone)];
  const compared = counts.equal + countDeviations(counts);
  const missing = articles.filter(({ verdict }) => verdict === 'missing');
  const lost = missing.filter(({ pzn }) => left.has(Number(pzn)));
  const absent = missing.filter(({ pzn }) => !left.has(Number(pzn)));
  const never = [
    ...articles.filter(({ pzn }) => kept.has(Number(pzn))),
    ...(account !== 'files' || isMass(absent.length, compared) ? absent : []),
  ];
  const pznsOf = (of: readonly ComparedArticle[]) => new Set(of.map(({ pzn }) => pzn));
  return { untaken: pznsOf(never), lost: pznsOf(isMass(lost.length, compared) ? lost : []) };
}
