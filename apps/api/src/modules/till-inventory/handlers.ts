import type { ChildPool } from '../../child-pool/pool.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { readTillProfile } from '../till-profile/index.ts';
import { readTillPharmacy, tillCallerOf } from '../till-sync/index.ts';
import { readInventory } from './read-inventory.ts';
import { readInventoryRows } from './read-inventory-file.ts';
import { takeInventory } from './take-inventory.ts';
import { TextFile } from '../../http/read-body.ts';

/** Rule 9.24. */
export function tillInventoryHandlers({ database, clock }: Deps, tables: ChildPool): Handlers<'sendTillInventory'> {
  return {
    async sendTillInventory({ params, query, body, caller, signal }) {
      const { apoId } = await readTillPharmacy(database.pool, params.crmCompanyId);
      const rows =
        body instanceof TextFile
          ? await readInventory(tables, (await readTillProfile(database.pool, apoId)).profile, body)
          : await readInventoryRows(body.prices);
      const counts = await takeInventory(
        { database, clock },
        { ...params, ...query, till: tillCallerOf(caller), rows, signal },
      );
      return { status: 'OK', ...counts };
    },
  };
}
