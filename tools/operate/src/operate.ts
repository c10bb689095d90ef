export type Environment = Readonly<Record<string, string | undefined>>;
export type Output = { readonly say: (line: string) => void; readonly complain: (line: string) => void };
/** @returns the exit code: 0 done, 1 not all of it, 2 called or set up wrongly, or out of reach */
export type Command = (args: readonly string[], environment: Environment, output: Output) => Promise<number>;

/** Of `people`; all else it does is about accounts. */
const isAboutPerson = (action = '') => action === 'export' || action === 'forget';

/** What an operator has by `pnpm NAME` and by `docker compose run --rm tools NAME`; each is loaded when it is called. */
const COMMANDS: Readonly<
  Record<string, { readonly onDatabase: boolean; readonly load: (action?: string) => Promise<Command> }>
> = {
  migrate: { onDatabase: true, load: async () => (await import('./database-commands.ts')).changeDatabase },
  history: { onDatabase: true, load: async () => (await import('./prove-history.ts')).proveHistory },
  people: {
    onDatabase: true,
    load: async (action) =>
      isAboutPerson(action)
        ? (await import('./persons/persons-command.ts')).aboutPerson
        : (await import('./accounts/people.ts')).setPeople,
  },
  tills: { onDatabase: true, load: async () => (await import('./accounts/tills.ts')).setTills },
  intake: { onDatabase: false, load: async () => (await import('./intake/intake.ts')).deliverFiles },
  'till-sync': { onDatabase: false, load: async () => (await import('./write-till-sync.ts')).writeTillSync },
  pharmacies: {
    onDatabase: true,
    load: async () => (await import('@portal/api/modules/pharmacy-intake/pharmacies-command.ts')).takeInPharmacyFile,
  },
};

const NO_ADDRESS =
  'DATABASE_URL fehlt: Ohne die Adresse der Datenbank geschieht nichts. Die Datenbank von npm start erreicht im Ordner des Projekts --embedded.';
const WRONG_ADDRESS = 'DATABASE_URL: keine Adresse der Form postgresql://BENUTZER:PASSWORT@SERVER/DATENBANK.';

/** Why nothing can be done on the database of this environment; German. */
export function addressIssue({ DATABASE_URL: url }: Environment): string | undefined {
  if (!url) return NO_ADDRESS;
  return /^postgres(ql)?:\/\/./.test(url) ? undefined : WRONG_ADDRESS;
}

/** Runs the named command. @returns the exit code (`Command`) */
export async function operate(given: readonly string[], environment: Environment, output: Output): Promise<number> {
  // pnpm passes on the '--' with which options may be set apart
  const [name = '', ...args] = given.filter((arg) => arg !== '--');
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const issue = command
    ? command.onDatabase && addressIssue(environment)
    : `Befehle: ${Object.keys(COMMANDS).join(', ')}`;
  if (!command || issue) {
    output.complain(issue || '');
    return 2;
  }
  // Tables, logins and names in the history are the owner's work, all else the api's.
  const isOwners = name === 'migrate' || (name === 'people' && isAboutPerson(args[0]));
  const app = isOwners ? undefined : environment.APP_DATABASE_URL;
  return (await command.load(args[0]))(args, app ? { ...environment, DATABASE_URL: app } : environment, output);
}
