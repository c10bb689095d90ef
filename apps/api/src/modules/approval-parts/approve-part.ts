import { type ApprovePartAnswer, MAX_STAYING_NAMED } from '@portal/contracts';
import { offersPart, PACKAGE_KINDS } from '@portal/rules';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { readSetting } from '../../db/setting-sql.ts';
import { textArray } from '../../db/plain-array.ts';
import { ask, statement } from '../../db/statement.ts';
import { wrongState } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';
import {
  applyPart,
  findUpdate,
  lockUpdate,
  requireKnownVersions,
  requireOpen,
  requireVisible,
  type UpdateKey,
  UPDATE_TEXT,
} from '../price-updates/index.ts';
import type { JudgedPart, JudgePart } from '../review/index.ts';

type Sent = { readonly pzns: readonly string[]; readonly version: number; readonly listVersion: number };
type Options = {
  readonly key: UpdateKey;
  readonly sent: Sent;
  readonly actor: Actor;
  readonly access: Parameters<typeof requireVisible>[1];
};
type Approved = Omit<ApprovePartAnswer, 'status'>;
type Deps = { readonly database: Database; readonly clock: Clock; readonly judgePart: JudgePart };
type Staying = Approved['stays']['rows'][number];

/** List and package change while they are judged, outside of the locks. */
const MAX_ATTEMPTS = 4;

/**
 * Rules 6.29 to 6.31: judged first, then approved where list, package and guardrails are still those that were judged.
 * @throws PortalError 403, 404, 409
 */
export async function approvePart(deps: Deps, options: Options): Promise<Approved> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const judged = await judge(deps, options);
    const done = await deps.database.transaction((connection) => approveJudged(connection, deps, options, judged));
    if (done) return done;
  }
  throw wrongState(UPDATE_TEXT.part.moving);
}

async function judge({ database, judgePart }: Deps, options: Options): Promise<JudgedPart> {
  const update = await findUpdate(database.pool, options.key);
  requireVisible(update, options.access);
  requireOpen(update);
  if (!PACKAGE_KINDS[update.kind].isDivided) throw wrongState(UPDATE_TEXT.part.notDivided);
  return judgePart(update);
}

/** @returns undefined where something has changed since it was judged */
async function approveJudged(
  connection: pg.PoolClient,
  { clock }: { clock: Clock },
  { key, sent, actor, access }: Options,
  judged: JudgedPart,
): Promise<Approved | undefined> {
  const locked = await lockUpdate(connection, key);
  const { list, update } = locked;
  requireVisible(update, access);
  requireOpen(update);
  await requireKnownVersions(connection, update, { ...sent, products: [] });
  const isSame =
    judged.version === update.version &&
    judged.listVersion === list.version &&
    isDeepStrictEqual(judged.guardrails, await readSetting(connection, 'guardrails', update));
  if (!isSame) return undefined;
  const { part, stays } = await divide(connection, locked.update.apoId, sent, judged);
  const offer = { kind: update.kind, open: true, doubted: judged.doubted, part: part.length, all: judged.all };
  if (!offersPart(offer)) throw wrongState(refusal(offer, stays));
  const approved = await applyPart(connection, locked, { pzns: part, actor, at: clock.now() });
  return { ...approved, stays: { count: stays.length, rows: stays.slice(0, MAX_STAYING_NAMED) } };
}

/** Rows that were sent: those to approve, and why the others stay. */
async function divide(
  connection: pg.PoolClient,
  apoId: number,
  { pzns, listVersion }: Sent,
  judged: JudgedPart,
): Promise<{ part: string[]; stays: Staying[] }> {
  const changed = new Set(
    (await ask(connection, CHANGED, [apoId, textArray(pzns), listVersion])).map(({ pzn }) => pzn),
  );
  const part: string[] = [];
  const stays: Staying[] = [];
  for (const pzn of new Set(pzns)) {
    if (judged.pzns.has(pzn) && !changed.has(pzn)) part.push(pzn);
    else stays.push({ pzn, why: judged.stays.get(pzn) ?? (changed.has(pzn) ? 'changed' : 'unknown') });
  }
  return { part, stays };
}

const CHANGED = statement(
  { pzn: 'text' },
  'SELECT pzn FROM price_item WHERE apo_id = $1 AND pzn = ANY($2::text[]) AND changed_version > $3',
);

function refusal({ doubted, part }: Parameters<typeof offersPart>[0], stays: readonly Staying[]): string {
  const { part: text } = UPDATE_TEXT;
  if (part > 0) return doubted ? text.doubted : text.everything;
  return stays.length > 0 && stays.every(({ why }) => why === 'approved') ? text.again : text.nothing;
}
