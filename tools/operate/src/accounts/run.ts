import type { WantedColumn } from '@portal/api/files/columns.ts';
import { type Database, openDatabase } from '@portal/api/db/database.ts';
import { ask, statement } from '@portal/api/db/statement.ts';
import pino from 'pino';
import type { Command } from '../operate.ts';
import { addressReason } from '../unreachable.ts';
import { connectKeycloak, type Keycloak, KeycloakRefusal } from './keycloak.ts';
import { readRows, WrongCall } from './rows.ts';
import { createSecretsFile, type SecretsFile } from './secrets-file.ts';
import { type AccountSettings, readAccountSettings, SettingsError } from './settings.ts';

/** A German sentence about a row; the others are worked on. */
export class RowRefusal extends Error {}

/** One thing that a row asks for and that is not so yet. @returns what more there is to say */
export type Step = { readonly text: string; readonly run: () => Promise<string | void> };

export type Work = {
  readonly keycloak: Keycloak;
  readonly database: Database;
  readonly settings: AccountSettings;
  readonly secrets: Pick<SecretsFile, 'add'>;
  readonly options: ReadonlySet<string>;
  /** By crmCompanyId. */
  readonly apoIds: ReadonlyMap<number, number>;
};

export type AccountList = {
  readonly name: string;
  readonly columns: readonly WantedColumn[];
  readonly options: readonly string[];
  readonly secretHeadings: readonly string[];
  /** What must not stand in two rows. */
  readonly keyOf: (cells: readonly string[]) => string;
  /** @throws RowRefusal */
  readonly plan: (cells: readonly string[], work: Work) => Promise<Step[]>;
};

const PHARMACIES = statement(
  { crmCompanyId: 'int', apoId: 'int' },
  'SELECT crm_company_id AS "crmCompanyId", apo_id AS "apoId" FROM pharmacy',
);

/** A command that brings accounts in Keycloak to what a list says; what is so already stays as it is. */
export function accountCommand(list: AccountList): Command {
  const usage = `Aufruf: ${list.name} DATEI.csv [--check] [--secrets=DATEI] ${list.options.map((name) => `[${name}]`).join(' ')}
    oder: ${list.name} ${list.columns.map(({ heading, required }) => (required ? `${heading}=…` : `[${heading}=…]`)).join(' ')}`;
  return async (args, environment, { say, complain }) => {
    const options = new Set(args.filter((arg) => arg.startsWith('--') && !arg.startsWith('--secrets=')));
    const secretsPath = args.find((arg) => arg.startsWith('--secrets='))?.slice('--secrets='.length);
    const onlyLooks = options.has('--check');
    let database: Database | undefined;
    let secrets: SecretsFile | undefined;
    const path = secretsPath || `zugangsdaten-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.csv`;
    try {
      const unknown = [...options].find((name) => name !== '--check' && !list.options.includes(name));
      if (unknown) throw new WrongCall(`${unknown} gibt es nicht.`);
      const settings = readAccountSettings(environment);
      const rows = await readRows(
        args.filter((arg) => !arg.startsWith('--')),
        list.columns,
      );
      database = openDatabase({ url: environment.DATABASE_URL ?? '', pool: 2 }, pino({ level: 'silent' }));
      const apoIds = new Map((await ask(database.pool, PHARMACIES)).map((row) => [row.crmCompanyId, row.apoId]));
      const keycloak = await connectKeycloak(settings);
      if (!onlyLooks) secrets = createSecretsFile(path, list.secretHeadings);
      const work: Work = {
        keycloak,
        database,
        settings,
        options,
        apoIds,
        secrets: secrets ?? { add: () => undefined },
      };
      const counts = { changed: 0, unchanged: 0, refused: 0 };
      const seen = new Map<string, string>();
      for (const { origin, cells } of rows) {
        const told = cells[0] ?? '';
        try {
          const key = list.keyOf(cells);
          const earlier = seen.get(key);
          if (earlier) throw new RowRefusal(`steht schon in ${earlier}`);
          seen.set(key, origin);
          const steps = await list.plan(cells, work);
          counts[steps.length > 0 ? 'changed' : 'unchanged'] += 1;
          for (const step of steps) {
            const more = onlyLooks ? undefined : await step.run();
            say(`${origin}: ${told}: ${step.text}${more ? `; ${more}` : ''}`);
          }
        } catch (error) {
          const isOfRow = error instanceof RowRefusal || (error instanceof KeycloakRefusal && error.status === 409);
          if (!isOfRow && !(error instanceof KeycloakRefusal && error.status === 400)) throw error;
          counts.refused += 1;
          complain(`${origin}: ${told}: abgelehnt: ${error.message}`);
        }
      }
      const { changed, unchanged, refused } = counts;
      say(
        `${onlyLooks ? 'Geprüft, nichts geändert' : 'Eingerichtet'}: ${changed} ${onlyLooks ? 'zu ändern' : 'geändert'}, ${unchanged} unverändert, ${refused} abgelehnt`,
      );
      return refused > 0 ? 1 : 0;
    } catch (error) {
      const isWrong = error instanceof WrongCall || error instanceof SettingsError;
      for (const line of reasonOf(error).split('\n').filter(Boolean)) complain(line);
      if (isWrong) complain(usage);
      else complain('Was bis hier genannt ist, ist eingerichtet; der Befehl darf wiederholt werden.');
      return 2;
    } finally {
      if (secrets?.close()) say(`Die Zugangsdaten stehen einmalig in ${path}: sicher weitergeben, dann löschen.`);
      await database?.close();
    }
  };
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EEXIST') return 'Die Datei für die Zugangsdaten gibt es schon; --secrets=DATEI nennt eine andere.';
  if (code === 'EACCES' || code === 'EROFS')
    return `Die Datei für die Zugangsdaten lässt sich nicht anlegen (${code}); --secrets=DATEI nennt eine andere.`;
  return addressReason(error) ?? message ?? String(error);
}
