import type { UserData } from '@portal/contracts';
import type { Caller } from '../../auth/verifier.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { readOwnPharmacies } from '../pharmacies/index.ts';
import { supportFor } from '../../support-contacts.ts';

/** The signed-in user with tools, links and own pharmacies (rule 2.4). */
export async function readUserData(database: Database, config: Config, caller: Caller): Promise<UserData> {
  const { url, tools } = config.customerCentre;
  const [user, pharmacies] = await Promise.all([
    database.prisma.portalUser.upsert({
      where: { subject: caller.subject },
      create: { subject: caller.subject },
      update: {},
    }),
    caller.access.staff ? [] : readOwnPharmacies(database.pool, caller.access),
  ]);
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
