import type { getEventLog, getOwnLog } from '@portal/contracts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import type { Call } from '../../http/mount.ts';
import { readPharmacyFamily } from '../pharmacies/index.ts';
import { findUpdate, requireVisible } from '../price-updates/index.ts';
import { findLogsOf, requireLog } from './find-log.ts';
import { readHistory } from './read-history.ts';
import { readOwnHistory } from './read-own-history.ts';
import { sendLog } from './send-log.ts';

type EntryLogCall = Pick<
  Call<typeof getEventLog> | Call<typeof getOwnLog>,
  'pharmacy' | 'params' | 'query' | 'caller' | 'response'
>;

/** Rules 11.3 and 11.8. */
export function historyHandlers({
  database,
}: Deps): Handlers<'getHistory' | 'getOwnHistory' | 'getOwnLog' | 'getEventLog' | 'getLogFile'> {
  const db = database.pool;
  return {
    async getHistory({ pharmacy, query, caller }) {
      const [page, family] = await Promise.all([
        readHistory(db, pharmacy.apoId, query),
        readPharmacyFamily(db, pharmacy.apoId, caller.access),
      ]);
      return { ...page, pharmacy: family.pharmacy };
    },

    getOwnHistory: ({ pharmacy, query, caller }) => readOwnHistory(db, pharmacy, caller, query),

    getOwnLog: sendEntryLog,
    getEventLog: sendEntryLog,

    async getLogFile({ pharmacy, params, query, caller, response }) {
      const { kind, id, productGroup: group } = params;
      const update = await findUpdate(db, { kind, apoId: pharmacy.listApoId, id, group });
      requireVisible(update, caller.access);
      const historyIds = await findLogsOf(db, update, { at: pharmacy.apoId, reader: caller });
      await sendLog(db, response, { apoId: update.apoId, historyIds, name: `Log_${kind}_${id}_${group}`, ...query });
    },
  };

  async function sendEntryLog({ pharmacy, params, query, caller, response }: EntryLogCall): Promise<void> {
    const historyIds = [await requireLog(db, pharmacy.apoId, params.eventId, caller)];
    await sendLog(db, response, { apoId: pharmacy.apoId, historyIds, name: `Log_${params.eventId}`, ...query });
  }
}
