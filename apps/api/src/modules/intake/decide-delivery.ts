import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ProductGroup, ResetChoice, UpdateKind } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { mirrorReadOnly, notFound } from '../../http/errors.ts';
import { createWorkFolder } from '../../http/work-folders.ts';
import type { Actor } from '../history-writing/index.ts';
import { lockOpenDelivery } from './refused-deliveries.ts';
import type { IntakeDeps, TakenIn } from './intake-types.ts';
import { takeInPackage } from './take-in-package.ts';

type Decision = { readonly id: number; readonly reason: string; readonly actor: Actor };

const STORED = {
  apoId: 'int',
  kind: typed<UpdateKind>('text'),
  group: typed<ProductGroup>('text'),
  resetChoice: typed<ResetChoice | null>('int?'),
  fileName: 'text',
  changesProducts: 'bool',
  isMirror: 'bool',
  content: 'bytes',
} as const;

const FIND_DELIVERY = statement(
  STORED,
  `SELECT d.apo_id AS "apoId", d.kind, d.product_group AS "group", d.reset_choice AS "resetChoice", d.file_name AS "fileName",
          d.changes_products AS "changesProducts", p.parent_apo_id IS NOT NULL AS "isMirror", d.content
     FROM delivery d JOIN pharmacy p USING (apo_id) WHERE d.id = $1`,
);

/**
 * It counts as arrived now (rule 20.12).
 * @throws PortalError 404, 409, 422
 */
export async function takeInDelivery(deps: IntakeDeps, { id, reason, actor }: Decision): Promise<TakenIn> {
  const { fileName, content, isMirror, resetChoice, ...stored } = await findStored(deps.database.pool, id);
  if (isMirror) throw mirrorReadOnly();
  const folder = await createWorkFolder('upload');
  try {
    const path = join(folder, 'delivery.csv');
    await writeFile(path, await promisify(gunzip)(content));
    return await takeInPackage(deps, {
      ...stored,
      resetChoice: resetChoice ?? undefined,
      file: { path, name: fileName },
      once: false,
      takesRed: true,
      refused: { id, reason },
      actor,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws PortalError 404, 409 */
export async function refuseDelivery(deps: IntakeDeps, { id, reason, actor }: Decision): Promise<void> {
  const { apoId } = await findStored(deps.database.pool, id);
  await deps.database.transaction(async (connection) => {
    await lockOpenDelivery(connection, { apoId, id });
    const decided = { decidedAt: deps.clock.now(), decidedBy: actor.userName, decidedActor: actor.subject, reason };
    await updateOne(connection, 'delivery', { apoId, id, state: 'open' }, { state: 'refused', ...decided });
  });
}

/** @throws PortalError 404 */
export async function findStored(db: Queryable, id: number) {
  const [found] = await ask(db, FIND_DELIVERY, [id]);
  if (!found) throw notFound();
  return found;
}
