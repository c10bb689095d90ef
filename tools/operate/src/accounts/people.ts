import { randomBytes } from 'node:crypto';
import { handOverShared, pharmaciesSharedIn } from '@portal/api/modules/saved-views/hand-over.ts';
import { personName, ROLE, ROLE_PREFIX } from '@portal/rules';
import type { Representation } from './keycloak.ts';
import { accountCommand, RowRefusal, type Step, type Work } from './run.ts';

const COLUMNS = [
  { heading: 'Benutzername', aliases: ['username'], required: true },
  { heading: 'Rolle', aliases: ['role'], required: true },
  { heading: 'Kundennummer', aliases: ['crmCompanyId', 'CRM-Nummer'], required: false },
  { heading: 'Vorname', aliases: ['firstName'], required: false },
  { heading: 'Nachname', aliases: ['lastName', 'Name'], required: false },
  { heading: 'E-Mail', aliases: ['email', 'Mail'], required: false },
  { heading: 'Land', aliases: ['country'], required: false },
  { heading: 'Titel', aliases: ['title'], required: false },
] as const;

const IN_PHARMACY: Readonly<Record<string, string>> = { inhaber: ROLE_PREFIX.admin, mitarbeiter: ROLE_PREFIX.user };
const OF_STAFF: Readonly<Record<string, string>> = { vertrieb: ROLE.sales, administration: ROLE.admin };
const NONE = 'keine';
const RENEW = '--renew';
const ROLES = 'Inhaber, Mitarbeiter, Vertrieb, Administration oder keine';

type Person = {
  readonly username: string;
  readonly role: string;
  readonly crmCompanyId: number | null;
  readonly given: Readonly<Record<'firstName' | 'lastName' | 'email' | 'country' | 'title', string>>;
};

/** `pnpm people FILE`: people and their roles (rule 1.13). */
export const setPeople = accountCommand({
  name: 'people',
  columns: COLUMNS,
  options: [RENEW],
  secretHeadings: ['Benutzername', 'Erstes Passwort'],
  keyOf: ([username = '', role = '', number = '']) =>
    `${username.toLowerCase()} ${OF_STAFF[role.toLowerCase()] ? 'staff' : number}`,
  plan: async (cells, work) => {
    const person = readPerson(cells, work);
    const user = await work.keycloak.findUser(person.username);
    return person.role === NONE
      ? leave(person, user, work)
      : [...account(person, user, work), ...(await roles(person, user, work))];
  },
});

function readPerson(cells: readonly string[], { apoIds }: Work): Person {
  const [name = '', role = '', number = '', firstName = '', lastName = '', email = '', country = '', title = ''] =
    cells;
  const username = name.toLowerCase(); // Keycloak keeps it so
  const kind = role.toLowerCase();
  if (!/^[\p{L}\p{N}._@+-]{2,100}$/u.test(username))
    throw new RowRefusal('Benutzername: 2 bis 100 Buchstaben, Ziffern und . _ @ + -, ohne Leerzeichen');
  if (!IN_PHARMACY[kind] && !OF_STAFF[kind] && kind !== NONE) throw new RowRefusal(`Rolle: ${ROLES}, nicht „${role}“`);
  if (OF_STAFF[kind] && number)
    throw new RowRefusal(`Kundennummer: ${role} sieht alle Apotheken, die Spalte bleibt leer`);
  if (IN_PHARMACY[kind] && !number) throw new RowRefusal('Kundennummer: fehlt');
  if (number && !apoIds.has(Number(number)))
    throw new RowRefusal(`Kundennummer: Das Portal kennt keine Apotheke ${number}; zuerst einspielen (pharmacies)`);
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new RowRefusal(`E-Mail: „${email}“ ist keine Adresse`);
  if (country && !/^(DE|AT)$/.test(country)) throw new RowRefusal('Land: DE oder AT');
  const given = { firstName, lastName, email, country, title };
  return { username, role: kind, crmCompanyId: number ? Number(number) : null, given };
}

/** The account itself: made, let in again, or given other names. */
function account({ username, given }: Person, user: Representation | undefined, work: Work): Step[] {
  const password = randomBytes(12).toString('base64url');
  const credential = { type: 'password', value: password, temporary: true };
  if (!user) {
    const { firstName, lastName, email, title } = given;
    if (!firstName || !lastName || !email) throw new RowRefusal('neu, also fehlen Vorname, Nachname oder E-Mail');
    const attributes = { country: [given.country || 'DE'], ...(title ? { title: [title] } : {}) };
    const run = async () => {
      work.secrets.add([username, password]);
      await work.keycloak.createUser({
        username,
        enabled: true,
        email,
        emailVerified: true,
        firstName,
        lastName,
        attributes,
        credentials: [credential],
      });
    };
    return [{ text: 'neu, mit einem ersten Passwort, das bei der ersten Anmeldung zu ändern ist', run }];
  }
  const before = (user.attributes ?? {}) as Record<string, string[]>;
  const known: Record<string, unknown> = { ...user, country: before.country?.[0], title: before.title?.[0] };
  const differing = Object.entries(given).filter(([name, text]) => text !== '' && text !== (known[name] ?? ''));
  const renewed: Step = {
    text: 'neues erstes Passwort, das bisherige gilt nicht mehr',
    run: async () => {
      work.secrets.add([username, password]);
      await work.keycloak.setPassword(user.id, credential);
      await work.keycloak.endSessions(user.id);
    },
  };
  const again = work.options.has(RENEW) ? [renewed] : [];
  if (differing.length === 0 && user.enabled === true) return again;
  const changed = Object.fromEntries(differing);
  const { country, title, ...fields } = changed;
  const attributes = { ...before, ...(country ? { country: [country] } : {}), ...(title ? { title: [title] } : {}) };
  const what = [
    ...(user.enabled === true ? [] : ['wieder zugelassen']),
    ...differing.map(([name]) => NAMES[name] ?? name),
  ];
  return [
    {
      text: what.join(', '),
      run: () => work.keycloak.updateUser({ ...user, ...fields, attributes, enabled: true, id: user.id }),
    },
    ...again,
  ];
}

const NAMES: Readonly<Record<string, string>> = {
  firstName: 'Vorname geändert',
  lastName: 'Nachname geändert',
  email: 'E-Mail geändert',
  country: 'Land geändert',
  title: 'Titel geändert',
};

/** One role in a pharmacy, or one of staff: the other of its kind is taken. */
async function roles(
  { username, role, crmCompanyId }: Person,
  user: Representation | undefined,
  { keycloak }: Work,
): Promise<Step[]> {
  const had = user ? await keycloak.rolesOf(user.id) : { realm: [], pharmacy: [] };
  const idOf = async () => {
    const found = user ?? (await keycloak.findUser(username));
    if (!found) throw new RowRefusal('Keycloak nennt den neuen Benutzer nicht');
    return found.id;
  };
  const give = (kind: 'realm' | 'pharmacy', name: string): Step => ({
    text: `erhält ${name}`,
    run: async () => keycloak.give(await idOf(), kind, name),
  });
  const take = (kind: 'realm' | 'pharmacy', name: string): Step => ({
    text: `verliert ${name}`,
    run: async () => keycloak.take(await idOf(), kind, name),
  });
  const kind = crmCompanyId === null ? 'realm' : 'pharmacy';
  const all =
    crmCompanyId === null
      ? Object.values(OF_STAFF)
      : Object.values(IN_PHARMACY).map((prefix) => `${prefix}${crmCompanyId}`);
  const wanted = crmCompanyId === null ? OF_STAFF[role] : `${IN_PHARMACY[role]}${crmCompanyId}`;
  const needed = crmCompanyId === null || had.realm.includes(ROLE.customer) ? [] : [give('realm', ROLE.customer)];
  return [
    ...needed,
    ...all.filter((name) => name === wanted && !had[kind].includes(name)).map((name) => give(kind, name)),
    ...all.filter((name) => name !== wanted && had[kind].includes(name)).map((name) => take(kind, name)),
  ];
}

/** From one pharmacy, or without its number from everywhere; what they shared goes to the owner, also when this is run again. */
async function leave({ crmCompanyId }: Person, user: Representation | undefined, work: Work): Promise<Step[]> {
  if (!user) throw new RowRefusal('Den Benutzer gibt es nicht');
  const { keycloak, database, apoIds } = work;
  const had = await keycloak.rolesOf(user.id);
  const isGiven = (name: string) =>
    crmCompanyId === null ? true : Object.values(IN_PHARMACY).some((prefix) => name === `${prefix}${crmCompanyId}`);
  const staff = crmCompanyId === null ? had.realm.filter((name) => Object.values(OF_STAFF).includes(name)) : [];
  const steps: Step[] = [
    ...had.pharmacy.filter(isGiven).map((name) => taking(name, 'pharmacy')),
    ...staff.map((name) => taking(name, 'realm')),
  ];
  if (crmCompanyId === null && user.enabled === true)
    steps.push({
      text: 'gesperrt und abgemeldet',
      run: async () => {
        await keycloak.updateUser({ ...user, enabled: false });
        await keycloak.endSessions(user.id);
      },
    });
  const apoId = crmCompanyId === null ? null : (apoIds.get(crmCompanyId) ?? 0);
  for (const shared of await pharmaciesSharedIn(database.pool, { from: user.id, apoId })) {
    const number = [...apoIds].find(([, id]) => id === shared)?.[0];
    const [owner] = (await keycloak.holdersOf(`${ROLE_PREFIX.admin}${number}`)).filter(({ id }) => id !== user.id);
    if (!owner) {
      steps.push({
        text: `Geteiltes in ${number} bleibt: Die Apotheke hat keinen anderen Inhaber`,
        run: async () => undefined,
      });
      continue;
    }
    const to = {
      subject: owner.id,
      name: personName([owner.firstName, owner.lastName].filter(Boolean).join(' '), String(owner.username)),
    };
    steps.push({
      text: `Geteiltes in ${number} geht an ${to.name}`,
      run: async () => {
        const count = await database.transaction((db) => handOverShared(db, { from: user.id, apoId: shared }, to));
        return `${count} Ansichten und Regeln`;
      },
    });
  }
  return steps;

  function taking(name: string, kind: 'realm' | 'pharmacy'): Step {
    return { text: `verliert ${name}`, run: () => keycloak.take(user?.id ?? '', kind, name) };
  }
}
