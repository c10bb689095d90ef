import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { readViews, setView } from './saved-views.ts';

/** The views of lists that people keep under a name. */
export function savedViewHandlers({ database, clock }: Deps): Handlers<'getListViews' | 'setListView'> {
  const db = database.pool;
  return {
    getListViews: ({ params, pharmacy, caller }) =>
      readViews(db, { apoId: pharmacy.apoId, listKind: params.listKind }, caller.subject),

    async setListView({ params, pharmacy, body, caller }) {
      const place = { apoId: pharmacy.apoId, listKind: params.listKind };
      await setView({ database, clock }, place, { ...body, actor: actorOf(caller) });
      return readViews(db, place, caller.subject);
    },
  };
}
