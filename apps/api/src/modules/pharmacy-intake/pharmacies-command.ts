import { access } from 'node:fs/promises';
import { MOST_FILE_PHARMACIES, type PharmacyFileAnswer } from '@portal/contracts';
import { RESERVED_NAMES } from '@portal/rules';
import pino from 'pino';
import { openDatabase } from '../../db/database.ts';
import { knownMigrations, missingMigrations } from '../../db/missing-migrations.ts';
import { PortalError } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';
import { readPharmacyFile } from './read-pharmacy-file.ts';
import { takeInFile } from './take-in-file.ts';

/** The command knows no person. */
const ACTOR: Actor = { subject: 'pnpm pharmacies', userName: RESERVED_NAMES.customerCentre, staff: false };
const USAGE = 'Aufruf: DATABASE_URL=postgresql://… npm run pharmacies -- DATEI.csv [--check]';
const OUTCOME = { created: 'neu', changed: 'geändert', refused: 'abgelehnt' } as const;

type Output = { readonly say: (line: string) => void; readonly complain: (line: string) => void };

/**
 * Rule 23.13.
 * @returns the exit code: 1 some are refused, 2 nothing could be done
 */
export async function takeInPharmacyFile(
  args: readonly string[],
  { DATABASE_URL: url }: Readonly<Record<string, string | undefined>>,
  { say, complain }: Output,
): Promise<0 | 1 | 2> {
  const files = args.filter((arg) => arg !== '--check');
  const [path] = files;
  if (!url || path === undefined || files.length > 1 || path.startsWith('-')) {
    complain(USAGE);
    return 2;
  }
  const onlyLooks = args.includes('--check');
  const database = openDatabase({ url, pool: 2 }, pino({ level: 'silent' }));
  try {
    await access(path);
    const missing = await missingMigrations(database.pool, knownMigrations());
    if (missing.length > 0) throw new Error(`der Datenbank fehlen ${missing.length} Migrationen`);
    const clock = { now: () => new Date() };
    const file = await readPharmacyFile(path, clock.now());
    const answer = await takeInFile({ database, clock }, file, {
      actor: ACTOR,
      onlyLooks,
      named: MOST_FILE_PHARMACIES,
    });
    report(answer, { onlyLooks, say });
    return answer.counts.refused > 0 ? 1 : 0;
  } catch (error) {
    complain(`Nichts eingespielt, oder nicht alles: ${reasonOf(error)}`);
    if (error instanceof PortalError)
      for (const { line, column, message } of error.details.errors ?? [])
        complain(`  ${[line === null ? '' : `Zeile ${line}`, column ?? '', message].filter(Boolean).join(': ')}`);
    return 2;
  } finally {
    await database.close();
  }
}

function report(
  { counts, ignored, rows }: PharmacyFileAnswer,
  { onlyLooks, say }: { onlyLooks: boolean; say: Output['say'] },
): void {
  for (const { line, crmCompanyId, name, outcome, text } of rows)
    if (onlyLooks || outcome === 'refused')
      say(`Zeile ${line}: ${OUTCOME[outcome]}: ${crmCompanyId ?? '?'} ${name}: ${text}`);
  if (ignored.length > 0) say(`Spalten ohne Bedeutung: ${ignored.join(', ')}`);
  const { created, changed, unchanged, refused } = counts;
  say(
    `${onlyLooks ? 'Geprüft, nichts eingespielt' : 'Eingespielt'}: ${created} neu, ${changed} geändert, ${unchanged} unverändert, ${refused} abgelehnt`,
  );
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'ENOENT' ? 'Die Datei gibt es nicht.' : (message ?? code ?? 'unbekannter Fehler');
}
