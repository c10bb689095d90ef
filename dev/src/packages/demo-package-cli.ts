import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BerlinDay, berlinParts, isCalendarDay, parseProductGroup, type UpdateKind } from '@portal/rules';
import { OWNER_PHARMACY } from '../demo/constants.ts';
import { createDemoPackage, DemoPackageError, type DemoPackageOptions } from './demo-package.ts';

const USAGE = `Aufruf: pnpm demo:package mdp|qdp|lzd [--pharmacy APOID] [--group OTC|FREIWAHL|HILFSMITTEL] [--rows N] [--date JJJJ-MM-TT] [--out ORDNER]
Ohne Angaben: Apotheke ${OWNER_PHARMACY.apoId}, OTC, 200 Zeilen, heute, in diesen Ordner.`;
const KINDS: Readonly<Record<string, UpdateKind>> = { mdp: 'MDP', qdp: 'QDP', lzd: 'LZD' };
const MOST_ROWS = 100_000;

/**
 * `pnpm demo:package`: writes a package file for a demo pharmacy. Ends with 0, or with 2 and the reason when it was asked for
 * something that does not exist.
 */
process.chdir(process.env.PORTAL_CALLED_FROM ?? '.');
try {
  const { out, ...options } = readArguments(process.argv.slice(2));
  const { fileName, text, rows } = createDemoPackage(options);
  await mkdir(out, { recursive: true });
  const path = join(out, fileName);
  await writeFile(path, text);
  process.stdout.write(`${path}: ${rows} Zeilen\n`);
} catch (error) {
  if (!(error instanceof DemoPackageError)) throw error;
  process.stderr.write(`${error.message}\n${USAGE}\n`);
  process.exitCode = 2;
}

function readArguments(args: string[]): DemoPackageOptions & { out: string } {
  const { values, positionals } = parse(args);
  const kind = KINDS[positionals[0]?.toLowerCase() ?? ''];
  const group = parseProductGroup(values.group);
  const [pharmacy, rows] = [Number(values.pharmacy), Number(values.rows)];
  if (!kind || positionals.length > 1) throw new DemoPackageError('Die Art muss mdp, qdp oder lzd sein.');
  if (!group) throw new DemoPackageError(`Die Warengruppe „${values.group}“ gibt es nicht.`);
  if (!Number.isInteger(rows) || rows < 1 || rows > MOST_ROWS) {
    throw new DemoPackageError(`--rows muss eine Zahl von 1 bis ${MOST_ROWS} sein.`);
  }
  return { kind, pharmacy, group, rows, day: readDay(values.date), out: values.out };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      // pnpm passes on the '--' with which options may be set apart
      args: args.filter((arg) => arg !== '--'),
      allowPositionals: true,
      options: {
        pharmacy: { type: 'string', default: String(OWNER_PHARMACY.apoId) },
        group: { type: 'string', default: 'OTC' },
        rows: { type: 'string', default: '200' },
        date: { type: 'string', default: '' },
        out: { type: 'string', default: '.' },
      },
    });
  } catch (error) {
    throw new DemoPackageError((error as Error).message);
  }
}

function readDay(text: string): BerlinDay {
  if (text === '') return berlinParts(new Date());
  const [year = 0, month = 0, day = 0] = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.split('-').map(Number) : [];
  const date = { year, month, day };
  if (!isCalendarDay(date)) throw new DemoPackageError(`--date: „${text}“ ist kein Tag der Form JJJJ-MM-TT.`);
  return date;
}
