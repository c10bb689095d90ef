import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Certificate } from '@portal/contracts';
import { formatDate, type ProductGroup, type RefusedState, type UpdateKind } from '@portal/rules';
import type pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import { nextVersion } from '../../db/next-version.ts';
import { ask, askOne, command, run, statement, typed } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { fileRefused, type PortalError, wrongState } from '../../http/errors.ts';
import { INTAKE_TEXT } from './intake-texts.ts';
import type { Delivery } from './intake-types.ts';

type List = { readonly apoId: number; readonly group: ProductGroup; readonly kind: UpdateKind };
type Decided = { readonly state: RefusedState; readonly decidedAt: Date | null; readonly decidedBy: string | null };

export function refusedStateText({ state, decidedAt, decidedBy }: Decided): string {
  const text = INTAKE_TEXT.refusedState;
  if (state === 'open' || decidedAt === null) return text.open;
  const day = formatDate(decidedAt, 'dd.MM.yyyy');
  return state === 'closed' ? text.closed(day) : text[state](day, decidedBy ?? '');
}

const KNOWN = statement(
  {
    id: 'bigint',
    state: typed<RefusedState>('text'),
    decidedAt: 'time?',
    decidedBy: 'text?',
    checks: typed<Certificate['checks']>('json'),
  },
  `SELECT id, state, decided_at AS "decidedAt", decided_by AS "decidedBy", checks FROM delivery
    WHERE apo_id = $1 AND product_group = $2 AND kind = $3 AND file_hash = $4 AND state <> 'taken' ORDER BY id DESC LIMIT 1`,
);

/**
 * Rule 20.13: a repetition names the state.
 * @throws PortalError 422
 */
export async function refuseAgain(db: Queryable, { apoId, group, kind }: List, hash: string): Promise<void> {
  const [known] = await ask(db, KNOWN, [apoId, group, kind, hash]);
  if (!known) return;
  const { state, checks } = known;
  const id = Number(known.id);
  const stateText = refusedStateText(known);
  const certificate = { colour: 'red' as const, checks };
  throw fileRefused(422, INTAKE_TEXT.refusedAgain(id, stateText, sentencesOf(certificate)), {
    delivery: { id, state, stateText, certificate },
  });
}

/** The refusal of a file that a person has uploaded; nothing is stored (rule 20.14). */
export function redFile(certificate: Certificate): PortalError {
  const delivery = { id: null, state: 'refused' as const, stateText: '', certificate };
  return fileRefused(422, INTAKE_TEXT.redFile(sentencesOf(certificate)), { delivery });
}

function sentencesOf({ checks }: Certificate): string {
  const refused = checks.filter(({ result }) => result === 'refused');
  return refused.map(({ message }) => message ?? '').join(' ');
}

const STORE =
  command(`INSERT INTO delivery (apo_id, id, kind, product_group, reset_choice, file_name, file_hash, content, changes_products, checks, arrived_at,
                      user_name, actor)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`);

/** Rule 20.11. */
export async function storeRefused(
  connection: pg.PoolClient,
  { apoId, kind, group, resetChoice, file, changesProducts, actor }: Delivery,
  { certificate, hash, at }: { certificate: Certificate; hash: string; at: Date },
): Promise<PortalError> {
  const content = await promisify(gzip)(await readFile(file.path));
  const id = nextVersion();
  await run(connection, STORE, [
    apoId,
    id,
    kind,
    group,
    resetChoice ?? null,
    file.name,
    hash,
    content,
    changesProducts,
    JSON.stringify(certificate.checks),
    at,
    actor.userName,
    actor.subject,
  ]);
  const state = 'open' as const;
  const delivery = { id, state, stateText: INTAKE_TEXT.refusedState.open, certificate };
  return fileRefused(422, INTAKE_TEXT.refused(id, sentencesOf(certificate)), { delivery });
}

const CLOSE_OLDER_DELIVERIES = command(`UPDATE delivery SET state = 'closed', decided_at = $4
      WHERE apo_id = $1 AND product_group = $2 AND kind = $3 AND state = 'open' AND id <> $5`);

/** Rule 20.13: those of its kind and group without a decision. */
export async function closeOlderDeliveries(
  connection: pg.PoolClient,
  { apoId, group, kind, refused }: List & Pick<Delivery, 'refused'>,
  at: Date,
): Promise<void> {
  await run(connection, CLOSE_OLDER_DELIVERIES, [apoId, group, kind, at, refused?.id ?? 0]);
}

const LOCK = statement(
  { state: typed<RefusedState>('text'), decidedAt: 'time?', decidedBy: 'text?' },
  `SELECT state, decided_at AS "decidedAt", decided_by AS "decidedBy" FROM delivery WHERE apo_id = $1 AND id = $2 FOR UPDATE`,
);

/** @throws PortalError 409 */
export async function lockOpenDelivery(
  connection: pg.PoolClient,
  { apoId, id }: { apoId: number; id: number },
): Promise<void> {
  const found = await askOne(connection, LOCK, [apoId, id]);
  if (found.state !== 'open') throw wrongState(INTAKE_TEXT.decided(refusedStateText(found)));
}

export async function markTaken(
  connection: pg.PoolClient,
  { apoId, actor }: Delivery,
  { id, reason }: NonNullable<Delivery['refused']>,
  { updateId, at }: { updateId: number; at: Date },
): Promise<void> {
  const decided = { decidedAt: at, decidedBy: actor.userName, decidedActor: actor.subject, reason, updateId };
  await updateOne(connection, 'delivery', { apoId, id, state: 'open' }, { state: 'taken', ...decided });
}
