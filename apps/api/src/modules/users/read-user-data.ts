import type { UserData } from '@portal/contracts';
import type { Caller } from '../../auth/verifier.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Queryable } from '../../db/queryable.ts';
import { ask, askOne, command, prepared, run, statement } from '../../db/statement.ts';
import { readOwnPharmacies } from '../pharmacies/index.ts';
import { supportFor } from '../../support-contacts.ts';

/** The signed-in user with tools, links and own pharmacies (rules 1.12 and 2.4). */
export async function readUserData(database: Database, config: Config, caller: Caller): Promise<UserData> {
  const { url, tools } = config.customerCentre;
  const { user, pharmacies } = await database.read(async (db) => ({
    user: await knowUser(db, caller.subject),
    pharmacies: caller.access.staff ? [] : await readOwnPharmacies(db, caller.access),
  }));
  return {
    id: user.id,
    user: { title: caller.title, firstname: caller.firstname, lastname: caller.lastname },
    userName: caller.userName,
    country: caller.country,
    roles: [...caller.access.roles],
    kundencenterUrl: url,
    profile: {
      tools,
      kundencenterUrl: url,
      profileUrl: config.links.profile,
    },
    support: supportFor(config.support, caller.country),
    supportByCountry: config.support,
    pharmacies,
  };
}

const USER = prepared(statement({ id: 'int' }, 'SELECT id FROM portal_user WHERE subject = $1'));
/** Somebody who signs in twice at once is one user. */
const ADD_USER = command(`INSERT INTO portal_user (subject) VALUES ($1) ON CONFLICT (subject) DO NOTHING`);

async function knowUser(db: Queryable, subject: string): Promise<{ id: number }> {
  const [known] = await ask(db, USER, [subject]);
  if (known) return known;
  await run(db, ADD_USER, [subject]);
  return askOne(db, USER, [subject]);
}
