import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { UPLOAD_LIMITS } from '@portal/contracts';
import { decodeTillText, fitsTillProfile, splitTillFile, type TillField, type TillProfile } from '@portal/rules';
import { columnNames } from '../../files/headings.ts';
import { excerpt, FileRefusal } from '../../files/issues.ts';
import { openTable } from '../../files/open-table.ts';
import type { TableFile, TableRecord } from '../../files/table.ts';
import { FILE_TEXT } from '../../files/texts.ts';
import { IMPORT_TEXT } from './import-texts.ts';
import type { ImportFile } from './open-import.ts';

/** `profile` null: only as tables. */
export type TillExport = ImportFile & { readonly profile: TillProfile | null };
export type TillTable = TableFile & { readonly byProfile?: TillProfile };

/**
 * By the till's profile, else as a table (rule 9.37).
 * @throws FileRefusal, also while `batches` is read
 */
export async function openTillExport({ path, profile, ...part }: TillExport): Promise<TillTable> {
  const read = profile && (await readByProfile(path, profile));
  return read ?? openTable(path, { ...part, mayLackHeadings: true });
}

const BATCH_ROWS = 1_000;

async function readByProfile(path: string, profile: TillProfile): Promise<TillTable | undefined> {
  const bytes = await readFile(path);
  if (bytes.subarray(0, 2).toString() === 'PK' || (profile.encoding.startsWith('utf-8') && !isUtf8(bytes))) return;
  const text = decodeTillText(bytes, profile.encoding);
  const form = [profile, { ...profile, heading: !profile.heading }].find((each) => fitsTillProfile(each, text));
  if (!form) return;
  const named = form.columns.map(({ heading }) => heading.trim());
  const isNamed = named.every(Boolean) && new Set(named).size === named.length;
  return {
    byProfile: form,
    header: isNamed ? named : columnNames([named.length]),
    headerLine: form.heading ? 1 : 0,
    batches: records(form, text),
    close: async () => {},
  };
}

const ENDS_WITH_BREAK = /[\r\n]$/;

async function* records(profile: TillProfile, text: string): AsyncGenerator<TableRecord[], void, undefined> {
  const fields = profile.columns.map(({ field }) => field);
  const isCents = profile.decimals === 'cents';
  let batch: TableRecord[] = [];
  let rows = 0;
  for (const { line, content, ...split } of splitTillFile(profile, text)) {
    if (profile.heading && line === 1) continue;
    if (++rows > UPLOAD_LIMITS.rows) {
      throw new FileRefusal(FILE_TEXT.tooManyRows(UPLOAD_LIMITS.rows.toLocaleString('de-DE')));
    }
    const issue = { line, column: null, value: excerpt(content), message: IMPORT_TEXT.notByProfile };
    const cells = (split.cells ?? []).map((cell, at) => (isCents ? inEuros(cell.trim(), fields[at]) : cell.trim()));
    batch.push({ line, cells, issues: split.cells ? [] : [issue] });
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  const last = batch.at(-1);
  if (last && !isCents && !ENDS_WITH_BREAK.test(text)) batch[batch.length - 1] = { ...last, isOpen: true };
  if (batch.length > 0) yield batch;
}

const CENTS = /^0*(\d{1,9})$/;

function inEuros(cell: string, field: TillField | undefined): string {
  const [, cents] = (field === 'price' || field === 'avp' ? CENTS.exec(cell) : null) ?? [];
  if (cents === undefined) return cell;
  const digits = cents.padStart(3, '0');
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
}
