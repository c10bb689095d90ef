import type { TillContents } from '@portal/contracts';
import { PRODUCT_GROUPS, type ProductGroup, type TillTransfer } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { pznText } from '../../db/int-arrays.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import { storedPosition, type Position } from '../till-sync/index.ts';

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

type Source = {
  readonly cursor: string | null;
  readonly acknowledged: string | null;
  readonly acknowledgedAt: Date | null;
  readonly position: Position;
  /** The inventory before. */
  readonly before?: { readonly cursor: string | null; readonly acknowledged: string | null } | undefined;
};

/** What was sent, newest first. */
export async function readTransfers(db: Queryable, apoId: number, source: Source): Promise<TillTransfer[]> {
  const transfers = [...(await readFiles(db, apoId, source.position)), ...syncOf(source)];
  return transfers.sort((a, b) => b.at - a.at);
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

/** Of what a former inventory had acknowledged it brings no more. */
function syncOf({ cursor, acknowledged, acknowledgedAt, position: present, before }: Source): TillTransfer[] {
  const text = cursor ?? acknowledged;
  const to = text === null || acknowledgedAt === null ? undefined : versionsOf(text, present);
  if (!to || !acknowledgedAt) return [];
  const at = acknowledgedAt.getTime();
  const former = before?.cursor ?? before?.acknowledged ?? null;
  const since = former === null ? null : (versionsOf(former, present) ?? null);
  const sync: TillTransfer = {
    via: 'sync',
    at,
    confirmedAt: at,
    productGroups: PRODUCT_GROUPS,
    contents: since ? 'changes' : 'all',
    since,
    to,
    omits: false,
    pzns: null,
  };
  return [sync];
}

/** Undefined for other lists than the present ones. */
function versionsOf(text: string, { epoch, listApoId }: Position): Position['versions'] | undefined {
  const position = storedPosition(text);
  return position?.epoch === epoch && position.listApoId === listApoId ? position.versions : undefined;
}
