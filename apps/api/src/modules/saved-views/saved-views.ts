import type { SavedView } from '@portal/contracts';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { ask, command, run, statement } from '../../db/statement.ts';
import { withLimits } from '../../db/with-limits.ts';
import { wrongState } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';
import { byOthers, personSql, type SharingReader } from './sharing.ts';

/** Of one person, pharmacy and kind of list. */
export const MOST_VIEWS = 30;
/** Of all persons together that are shared: everybody loads them all. */
export const MOST_SHARED_VIEWS = 60;

type ListKey = { readonly apoId: number; readonly listKind: string };
type NamedView = { readonly name: string; readonly view: Pick<SavedView, 'address' | 'layout' | 'shared'> | null };

/** Own ones first (rule 2.24). */
export async function readViews(
  db: Queryable,
  { apoId, listKind }: ListKey,
  { subject, mayUnshare }: SharingReader,
): Promise<{ views: SavedView[] }> {
  return { views: await ask(db, VIEWS, [apoId, listKind, subject, mayUnshare]) };
}

const VIEWS = statement<SavedView>(
  { name: 'text', userName: 'text', mine: 'bool', address: 'text', layout: 'json', shared: 'bool', by: 'text?' },
  `SELECT name, user_name AS "userName", actor = $3 AS mine, address, layout, shared, ${byOthers('$3', '$4')} AS by
     FROM saved_view WHERE apo_id = $1 AND list_kind = $2 AND (actor = $3 OR shared) ORDER BY actor <> $3, name, actor`,
);

/** @throws PortalError 409 at the limit */
export function setView(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, listKind }: ListKey,
  { name, view, actor }: NamedView & { readonly actor: Actor },
): Promise<void> {
  return database.transaction(async (connection) => {
    const key = [apoId, listKind, actor.subject, name];
    if (view === null) {
      await run(connection, DELETE_VIEW, key);
      return;
    }
    const { address, layout, shared } = view;
    const list = `${listKind} views of ${apoId}`;
    const own = {
      key: `${list} by ${actor.subject}`,
      count: COUNT_VIEWS,
      values: key.slice(0, 3),
      max: MOST_VIEWS,
      refusal: () =>
        wrongState(`Sie haben schon ${MOST_VIEWS} Ansichten gespeichert. Bitte löschen Sie erst eine davon.`),
    };
    const ofAll = {
      key: `${list}, shared`,
      count: COUNT_SHARED_VIEWS,
      values: key.slice(0, 2),
      max: MOST_SHARED_VIEWS,
      refusal: () => wrongState(`Hier sind schon ${MOST_SHARED_VIEWS} Ansichten für alle da. Mehr gehen nicht.`),
    };
    await withLimits(connection, shared ? [own, ofAll] : [own], () =>
      run(connection, STORE_VIEW, [...key, actor.userName, address, layout, shared, clock.now()]),
    );
  });
}

/** Rule 2.24; it stays theirs. */
export async function unshareView(
  db: Queryable,
  { apoId, listKind }: ListKey,
  { name, by }: { name: string; by: string },
): Promise<void> {
  const [found] = await ask(db, SHARED_BY, [apoId, listKind, name, by]);
  if (found) await run(db, UNSHARE_VIEW, [apoId, listKind, name, found.actor]);
}

/** Several nodes do not take the function as a condition (ADR 65). */
const SHARED_BY = statement(
  { actor: 'text' },
  `SELECT actor FROM saved_view WHERE apo_id = $1 AND list_kind = $2 AND name = $3 AND shared AND ${personSql('actor')} = $4`,
);

const UNSHARE_VIEW = command(
  `UPDATE saved_view SET shared = false WHERE apo_id = $1 AND list_kind = $2 AND name = $3 AND actor = $4`,
);

const DELETE_VIEW = command('DELETE FROM saved_view WHERE apo_id = $1 AND list_kind = $2 AND actor = $3 AND name = $4');

const STORE_VIEW =
  command(`INSERT INTO saved_view (apo_id, list_kind, actor, name, user_name, address, layout, shared, changed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (apo_id, list_kind, actor, name) DO UPDATE
     SET user_name = excluded.user_name, address = excluded.address, layout = excluded.layout, shared = excluded.shared,
         changed_at = excluded.changed_at`);

const COUNT_VIEWS = statement(
  { count: 'int' },
  'SELECT count(*)::int AS count FROM saved_view WHERE apo_id = $1 AND list_kind = $2 AND actor = $3',
);

const COUNT_SHARED_VIEWS = statement(
  { count: 'int' },
  'SELECT count(*)::int AS count FROM saved_view WHERE apo_id = $1 AND list_kind = $2 AND shared',
);
