import { nextVersion } from '../../db/next-version.ts';
import { updateOne } from '../../db/update-one.ts';
import type { Queryable } from '../../db/database.ts';
import type { PriceUpdate } from '../../db/generated/client.ts';
import type { UpdateRow } from './lock-update.ts';

type NumberField = 'approvedListVersion' | 'effectCents';

/**
 * Raises its version; under its lock.
 * @throws NoRowChanged
 */
export async function changeUpdate(
  connection: Queryable,
  update: Pick<UpdateRow, 'apoId' | 'id' | 'version'>,
  set: Partial<Omit<PriceUpdate, 'id' | 'version' | NumberField>> & { readonly [Field in NumberField]?: number | null },
): Promise<number> {
  const version = nextVersion(update.version);
  const { apoId, id } = update;
  await updateOne(connection, 'price_update', { apoId, id, version: update.version }, { ...set, version });
  return version;
}
