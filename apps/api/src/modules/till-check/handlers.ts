import type { ChildPool } from '../../child-pool/pool.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { readTillExport } from '../imports/index.ts';
import { readTillCheck } from './read-till-check.ts';
import { storeTillCheck } from './store-till-check.ts';

/** Rules 9.30 to 9.36. */
export function tillCheckHandlers(deps: Deps, pool: ChildPool): Handlers<'getTillCheck' | 'checkTill'> {
  return {
    getTillCheck: ({ pharmacy, query, caller }) =>
      readTillCheck(deps.database, pharmacy, { rows: query.rows, till: query.till, access: caller.access }),

    async checkTill({ pharmacy, body, file, caller, holder, signal }) {
      const source = { path: file.path, choice: body };
      const { rows, unreadable, summary } = await readTillExport({ pool, clock: deps.clock }, source, {
        holder,
        signal,
      });
      signal.throwIfAborted();
      const read = { rows, unreadable, fileName: file.name, actor: actorOf(caller) };
      const deviations = await storeTillCheck(deps, pharmacy, read);
      return { status: 'OK', ...summary, rows: rows.length, deviations };
    },
  };
}
