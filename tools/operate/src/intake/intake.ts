import { parseArgs } from 'node:util';
import type { ResetChoice } from '@portal/rules';
import { basename } from 'node:path';
import { connectIntake, type Delivery } from './deliver.ts';
import type { Command } from '../operate.ts';
import { readIntakeSettings, SettingsError } from './intake-settings.ts';
import { PortalUnusable, STOPPED } from './patient-call.ts';

/** How `pnpm intake` ends. */
export const EXIT = {
  /** Every file is in the portal now, or was before. */
  done: 0,
  /** At least one file was not taken in; the others were. */
  refused: 1,
  /** Called or set up wrongly; nothing was sent. */
  usage: 2,
  /** Portal or sign-in not reachable or not willing for longer than the patience, or stopped; the files from there on are named. */
  unusable: 3,
  /** No file was faulty, but at least one was refused by its certificate and waits for a decision. */
  red: 4,
} as const;

const USAGE = `Aufruf: npm run intake -- [--reset 0|1] DATEI …
  --reset   nur für LZD: 0 setzt die Liste zurück, 1 aktualisiert sie; ohne Angabe 0 für eine leere Liste, sonst 1`;

/** As `docker compose run --rm tools intake FILE …`. */
export const deliverFiles: Command = async (args, environment, { say, complain }) => {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  return intake(args, environment, { out: say, err: complain }, stop.signal);
};

type Output = { readonly out: (line: string) => void; readonly err: (line: string) => void };

/**
 * Delivers the named package files one after the other and tells the outcome of each, issues included.
 * @param stop ends it early; the files from there on are named, the one under way first: the portal may still take it in
 * @returns how to end
 */
export async function intake(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  { out, err }: Output,
  stop?: AbortSignal,
): Promise<number> {
  let left: readonly string[] = [];
  const stopped = new Promise<never>((_, reject) => {
    stop?.addEventListener('abort', () => reject(new PortalUnusable(STOPPED)));
  });
  stopped.catch(() => undefined);
  try {
    const { files, resetChoice } = readArguments(args);
    const settings = readIntakeSettings(environment);
    const { deliver } = connectIntake(
      { ...settings, patience: { ...settings.patience, stop }, settle: { ...settings.settle, stop } },
      err,
    );
    let [refused, red] = [0, 0];
    for (const [at, file] of files.entries()) {
      left = files.slice(at);
      const delivery = await Promise.race([deliver(file, resetChoice), stopped]);
      if (!delivery.taken) refused += 1;
      if (!delivery.taken && delivery.isRed) red += 1;
      for (const line of describe(delivery)) (delivery.taken ? out : err)(line);
    }
    if (files.length > 1) out(`${files.length - refused} von ${files.length} Dateien eingespielt`);
    if (refused === 0) return EXIT.done;
    return refused === red ? EXIT.red : EXIT.refused;
  } catch (error) {
    if (error instanceof PortalUnusable) {
      err(error.message);
      for (const file of left) err(`offen              ${basename(file)}`);
      return EXIT.unusable;
    }
    if (!(error instanceof SettingsError)) throw error;
    err(error.message);
    err(USAGE);
    return EXIT.usage;
  }
}

function readArguments(args: readonly string[]): { files: string[]; resetChoice: ResetChoice | undefined } {
  const { positionals: files, values } = parse(args);
  if (files.length === 0) throw new SettingsError('Es ist keine Datei genannt.');
  if (values.reset !== undefined && values.reset !== '0' && values.reset !== '1') {
    throw new SettingsError('--reset muss 0 oder 1 sein.');
  }
  return { files, resetChoice: values.reset === undefined ? undefined : values.reset === '0' ? 0 : 1 };
}

function parse(args: readonly string[]) {
  try {
    // pnpm passes on the '--' with which options may be set apart
    const given = args.filter((arg) => arg !== '--');
    return parseArgs({ args: given, allowPositionals: true, options: { reset: { type: 'string' } } });
  } catch (error) {
    throw new SettingsError((error as Error).message);
  }
}

function describe(delivery: Delivery): string[] {
  const { file } = delivery;
  if (!delivery.taken) {
    const { errors, total } = delivery;
    const issues = errors.map(({ line, column, value, message }) => {
      const position = [line !== null && `Zeile ${line}`, column, value !== null && `„${value}“`].filter(Boolean);
      return `    ${position.join(', ')}: ${message}`;
    });
    return [`nicht eingespielt  ${file}: ${delivery.reason}`, ...issues, ...further(total - errors.length, 'Fehler')];
  }
  const { id, rows, known, knownText, approved, leaving, doubts, leftOut, leftOutTotal, notes } = delivery.answer;
  if (known) return [`schon bekannt      ${file}: ID ${id}, ${knownText}`];
  const without = leftOutTotal > 0 ? `, ${leftOutTotal} ausgelassen` : '';
  return [
    `eingespielt        ${file}: ID ${id}, ${rows} Zeilen${without}${approved ? ', sofort freigegeben' : ''}`,
    ...(leaving?.count
      ? [`    ${leaving.count} von ${leaving.listCount} Artikeln verlassen die Liste mit der Freigabe`]
      : []),
    ...doubts.map(({ message }) => `    Achtung: ${message}`),
    ...notes.map((note) => `    ${note}`),
    ...leftOut.map(({ line, pzn, reason }) => `    Zeile ${line}, PZN ${pzn}: ${reason}`),
    ...further(leftOutTotal - leftOut.length, 'ausgelassene Zeilen'),
  ];
}

function further(count: number, what: string): string[] {
  return count > 0 ? [`    und ${count} weitere ${what}`] : [];
}
