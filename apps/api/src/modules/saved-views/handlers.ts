import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { readBulkRules, setBulkRule } from './bulk-rules.ts';
import { readViews, setView } from './saved-views.ts';

/** The views of lists and the bulk rules that people keep under a name. */
export function savedViewHandlers({
  database,
  clock,
}: Deps): Handlers<'getListViews' | 'setListView' | 'getBulkRules' | 'setBulkRule'> {
  const db = database.pool;
  return {
    getListViews: ({ params, pharmacy, caller }) =>
      readViews(db, { apoId: pharmacy.apoId, listKind: params.listKind }, caller.subject),

    async setListView({ params, pharmacy, body, caller }) {
      const place = { apoId: pharmacy.apoId, listKind: params.listKind };
      await setView({ database, clock }, place, { ...body, actor: actorOf(caller) });
      return readViews(db, place, caller.subject);
    },

    getBulkRules: ({ pharmacy, caller }) => readBulkRules(db, pharmacy.apoId, caller.subject),

    async setBulkRule({ pharmacy, body, caller }) {
      await setBulkRule({ database, clock }, pharmacy.apoId, { ...body, actor: actorOf(caller) });
      return readBulkRules(db, pharmacy.apoId, caller.subject);
    },
  };
}
