import type { AnswerOf, readTillColumns } from '@portal/contracts';
import type { ChildPool } from '../../child-pool/pool.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { readTillExport, tableReader } from '../imports/index.ts';
import { readTillProfile } from '../till-profile/index.ts';
import { decideTillInventory } from './decide-till-inventory.ts';
import { readTillCheck } from './read-till-check.ts';
import { storeTillCheck } from './store-till-check.ts';

/** Rules 9.30 to 9.36, 9.45 and 9.46. */
export function tillCheckHandlers(
  deps: Deps,
  pool: ChildPool,
): Handlers<'getTillCheck' | 'readTillColumns' | 'checkTill' | 'decideTillInventory'> {
  const profileFor = async (apoId: number, { profile: use }: { profile?: 'leave' | undefined }) => {
    if (use === 'leave') return null;
    const { name, profile } = await readTillProfile(deps.database.pool, apoId);
    return name === 'csv' ? null : profile;
  };
  return {
    getTillCheck: ({ pharmacy, query, caller }) =>
      readTillCheck(deps.database, pharmacy, { rows: query.rows, till: query.till, access: caller.access }),

    async readTillColumns({ pharmacy, body, file, holder, signal }) {
      const read = tableReader(pool, { holder, signal });
      const { answer } = await read<AnswerOf<typeof readTillColumns>>({
        kind: 'tillColumns',
        path: file.path,
        sheet: body.sheet,
        withHidden: body.hidden === 'take',
        profile: await profileFor(pharmacy.apoId, body),
      });
      return answer;
    },

    async checkTill({ pharmacy, body, file, caller, holder, signal }) {
      const source = { path: file.path, choice: body, profile: await profileFor(pharmacy.apoId, body) };
      const { rows, unreadable, summary } = await readTillExport({ pool, clock: deps.clock }, source, {
        holder,
        signal,
      });
      signal.throwIfAborted();
      const read = { rows, unreadable, fileName: file.name, actor: actorOf(caller) };
      const stored = await storeTillCheck(deps, pharmacy, { ...read, despite: body.despite === 'take' });
      return { ...summary, rows: rows.length, ...stored };
    },

    async decideTillInventory({ pharmacy, body, caller }) {
      await decideTillInventory(deps, pharmacy, { ...body, actor: actorOf(caller) });
      return { status: 'OK' };
    },
  };
}
