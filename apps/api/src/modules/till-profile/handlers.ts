import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { changeTillProfile } from './change-till-profile.ts';
import { readTillProfile, readTillProfileByCrm } from './read-till-profile.ts';
import { readTillSample } from './read-till-rows.ts';

/** Rules 9.8 and 9.12. */
export function tillProfileHandlers({
  database,
  clock,
}: Deps): Handlers<'getTillSettings' | 'setTillProfile' | 'getTillProfile'> {
  const db = database.pool;
  return {
    async getTillSettings({ pharmacy }) {
      const [{ name, profile }, sample] = await Promise.all([
        readTillProfile(db, pharmacy.apoId),
        readTillSample(db, pharmacy.listApoId),
      ]);
      return { name, profile, ...sample };
    },

    async setTillProfile({ pharmacy, body, caller }) {
      await changeTillProfile({ database, clock }, { apoId: pharmacy.apoId, choice: body, actor: actorOf(caller) });
      return { status: 'OK' };
    },

    async getTillProfile({ params }) {
      const found = await readTillProfileByCrm(db, params.crmCompanyId);
      if (!found) throw notFound();
      const { profile } = found;
      const version = createHash('sha256').update(JSON.stringify(profile)).digest('hex').slice(0, 16);
      return { status: 'OK', profile, version };
    },
  };
}
