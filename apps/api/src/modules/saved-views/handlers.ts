import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { readBulkRules, setBulkRule, unshareRule } from './bulk-rules.ts';
import { readViews, setView, unshareView } from './saved-views.ts';
import { requireMayUnshare, sharingReader } from './sharing.ts';

export function savedViewHandlers({
  database,
  clock,
}: Deps): Handlers<'getListViews' | 'setListView' | 'getBulkRules' | 'setBulkRule'> {
  const db = database.pool;
  return {
    getListViews: ({ params, pharmacy, caller }) =>
      readViews(db, { apoId: pharmacy.apoId, listKind: params.listKind }, sharingReader(caller, pharmacy)),

    async setListView({ params, pharmacy, body: { by, ...named }, caller }) {
      const list = { apoId: pharmacy.apoId, listKind: params.listKind };
      const reader = sharingReader(caller, pharmacy);
      if (by === undefined) await setView({ database, clock }, list, { ...named, actor: actorOf(caller) });
      else {
        requireMayUnshare(reader);
        await unshareView(db, list, { name: named.name, by });
      }
      return readViews(db, list, reader);
    },

    getBulkRules: ({ pharmacy, caller }) => readBulkRules(db, pharmacy.apoId, sharingReader(caller, pharmacy)),

    async setBulkRule({ pharmacy, body: { by, ...named }, caller }) {
      const reader = sharingReader(caller, pharmacy);
      if (by === undefined)
        await setBulkRule({ database, clock }, pharmacy.apoId, { ...named, actor: actorOf(caller) });
      else {
        requireMayUnshare(reader);
        await unshareRule(db, pharmacy.apoId, { name: named.name, by });
      }
      return readBulkRules(db, pharmacy.apoId, reader);
    },
  };
}
