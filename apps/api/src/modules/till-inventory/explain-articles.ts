import type { TillContents } from '@portal/contracts';
import { explainTillArticle, PRODUCT_GROUPS, type ProductGroup, type TillTransfer, type TillWhy } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import { parseCursor, type Position } from '../till-sync/index.ts';
import type { ComparedArticle } from './compare-lists.ts';
import { pznText } from './held-rows.ts';
import type { TillComparison } from './read-comparison.ts';

/** All that are remembered, and the loads of years. */
const READ_FILES = 400;

const FILES = statement(
  {
    at: 'time',
    loadedAt: 'time?',
    productGroups: typed<ProductGroup[]>('text[]'),
    contents: typed<TillContents>('text'),
    position: 'text',
    since: 'text?',
    omits: 'bool',
    corrected: 'int[]?',
  },
  `SELECT created_at AS at, loaded_at AS "loadedAt", product_groups AS "productGroups", contents, position, since, omits, corrected
     FROM till_file WHERE apo_id = $1 ORDER BY id DESC LIMIT ${READ_FILES}`,
);

const REFUSALS = statement(
  { pzn: 'text', reason: 'text' },
  'SELECT pzn, reason FROM till_refused WHERE apo_id = $1 AND account = $2 AND told_at <= $3',
);

export type ExplainedArticle = ComparedArticle & { readonly why: TillWhy | null; readonly refusal: string | null };

/** Rule 9.32. */
export async function explainArticles(
  db: Queryable,
  apoId: number,
  { account, articles, inventory, position, noted }: TillComparison,
): Promise<ExplainedArticle[]> {
  const refusals = new Map(
    (await ask(db, REFUSALS, [apoId, account, inventory.takenAt])).map(({ pzn, reason }) => [pzn, reason]),
  );
  const known = {
    transfers: [...(await readFiles(db, apoId, position)), ...syncOf(inventory.cursor, noted, position)],
    takenAt: inventory.takenAt.getTime(),
    refused: new Set(refusals.keys()),
    unreadable: new Set(noted.unreadable.map(pznText)),
  };
  known.transfers.sort((a, b) => b.at - a.at);
  return articles.map((article) => {
    const withdrawn = article.verdict === 'only';
    const why = article.verdict === 'changedSince' ? null : explainTillArticle({ ...article, withdrawn }, known);
    return { ...article, why, refusal: why?.reason === 'refused' ? (refusals.get(article.pzn) ?? null) : null };
  });
}

async function readFiles(db: Queryable, apoId: number, present: Position): Promise<TillTransfer[]> {
  const files = await ask(db, FILES, [apoId]);
  return files.flatMap(({ at, loadedAt, position, since, corrected, ...file }): TillTransfer[] => {
    const to = versionsOf(position, present);
    if (!to) return [];
    return [
      {
        ...file,
        via: 'file',
        at: at.getTime(),
        confirmedAt: loadedAt?.getTime() ?? null,
        since: since === null ? null : (versionsOf(since, present) ?? null),
        to,
        pzns: corrected && new Set(corrected.map(pznText)),
      },
    ];
  });
}

function syncOf(cursor: string | null, { acknowledged, acknowledgedAt }: TillComparison['noted'], present: Position) {
  const text = cursor ?? acknowledged;
  const to = text === null || acknowledgedAt === null ? undefined : versionsOf(text, present);
  if (!to || !acknowledgedAt) return [];
  const at = acknowledgedAt.getTime();
  const sync: TillTransfer = {
    via: 'sync',
    at,
    confirmedAt: at,
    productGroups: PRODUCT_GROUPS,
    contents: 'all',
    since: null,
    to,
    omits: false,
    pzns: null,
  };
  return [sync];
}

/** Undefined for other lists than the present ones. */
function versionsOf(text: string, { epoch, listApoId }: Position): Position['versions'] | undefined {
  const cursor = parseCursor(text);
  if (!cursor || cursor === 'former') return undefined;
  return cursor.to.epoch === epoch && cursor.to.listApoId === listApoId ? cursor.to.versions : undefined;
}
