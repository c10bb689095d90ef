import { UPLOAD_LIMITS } from '@portal/contracts';
import { findHeadingLine, HEADING_LINES, isPznCell, restoreCsvCell } from '@portal/list-view';
import { MarkCounter } from './count-marks.ts';
import { type RawRecord, RecordParser } from './csv-records.ts';
import { type ByteSource, hasUnreadable, readText, type TextBlock } from './decode.ts';
import { excerpt, FileRefusal } from './issues.ts';
import { type RowShape, recordIssues } from './record-issues.ts';
import { type Separator, sniffSeparator } from './separator.ts';
import { columnNames } from './headings.ts';
import type { TableFile, TableLimits, TableRecord } from './table.ts';
import { FILE_TEXT } from './texts.ts';

export const CSV_LIMITS: TableLimits = UPLOAD_LIMITS;

export type CsvFile = TableFile & { readonly separator: Separator };

/**
 * Streams records in any supported encoding and separator. Rules 10.1 and 10.4.
 * @param findsHeadings below titles (rule 10.27); `ifAny`: may lack them (rule 9.37)
 * @throws FileRefusal, also while `batches` is read
 */
export async function readCsv(
  source: ByteSource,
  { limits = CSV_LIMITS, findsHeadings = false }: { limits?: TableLimits; findsHeadings?: boolean | 'ifAny' } = {},
): Promise<CsvFile> {
  const blocks = readText(source, limits.bytes);
  try {
    const first = await blocks.next();
    if (first.done) throw new FileRefusal(FILE_TEXT.empty);
    const { separator, skip } = sniffSeparator(first.value.bytes, findsHeadings ? HEADING_LINES : 1);
    const start = { ...first.value, bytes: first.value.bytes.subarray(skip) };
    const parser = new RecordParser(separator, skip > 0 ? 2 : 1);
    const chunks = readChunks(start, blocks, { parser, marks: new MarkCounter(separator, limits.rows) });
    const { record, chunk, ...found } = await findHeader(chunks, findsHeadings);
    const header = record.cells.map((cell) => restoreCsvCell(cell).trim());
    const width = header.findLastIndex((heading) => heading !== '') + 1;
    const batches = finishRecords({ header, width, separator }, limits.rows, chunk, chunks);
    return {
      separator,
      header,
      headerLine: record.line,
      ...found,
      batches,
      close: async () => {
        // a generator that never started runs no clean-up
        await batches.return();
        await chunks.return();
        await blocks.return();
      },
    };
  } catch (error) {
    await blocks.return();
    throw error;
  }
}

type Chunk = {
  readonly records: RawRecord[];
  readonly suspect: boolean;
  /** The file ends without a line break. */
  readonly cutOff: boolean;
  readonly isOpen: boolean;
};

async function* readChunks(
  first: TextBlock,
  blocks: AsyncGenerator<TextBlock, void, undefined>,
  { parser, marks }: { parser: RecordParser; marks: MarkCounter },
): AsyncGenerator<Chunk, void, undefined> {
  let suspect = first.suspect;
  let lastByte = first.bytes.at(-1);
  marks.add(first.bytes);
  const whole = { cutOff: false, isOpen: false };
  yield { records: await parser.read(first), suspect, ...whole };
  for await (const block of blocks) {
    // a record may span two blocks
    suspect ||= block.suspect;
    lastByte = block.bytes.at(-1);
    marks.add(block.bytes);
    yield { records: await parser.read(block), suspect, ...whole };
  }
  const terminated = lastByte === 0x0a || lastByte === 0x0d;
  yield { records: await parser.end(), suspect, cutOff: !terminated, isOpen: !terminated && lastByte !== 0x22 };
}

async function findHeader(
  chunks: AsyncGenerator<Chunk, void, undefined>,
  findsHeadings: boolean | 'ifAny',
): Promise<Pick<TableFile, 'hasTitles' | 'hasHeadings'> & { readonly record: RawRecord; readonly chunk: Chunk }> {
  let head: Chunk | undefined;
  for (;;) {
    const next = await chunks.next();
    if (next.done && !head) throw new FileRefusal(FILE_TEXT.empty);
    if (!next.done) head = head ? { ...next.value, records: [...head.records, ...next.value.records] } : next.value;
    const { records, suspect } = head as Chunk;
    const first = records.findIndex((record) => record.issue !== undefined || !isBlank(record.cells));
    if (!next.done && (first === -1 || (findsHeadings && records.length - first <= HEADING_LINES))) continue;
    if (first === -1) throw new FileRefusal(FILE_TEXT.empty);
    const found = findsHeadings ? headingAt(records.slice(first), findsHeadings) : 0;
    if (found === undefined) {
      const cells = columnNames(records.map((each) => each.cells.length));
      return { record: { line: 0, span: 0, cells }, chunk: head as Chunk, hasHeadings: false };
    }
    const at = first + found;
    const record = records[at] as RawRecord;
    const { line, issue } = record;
    if (issue) throw new FileRefusal(issue.message, { line, value: issue.value });
    const unreadable = suspect ? record.cells.find(hasUnreadable) : undefined;
    if (unreadable !== undefined)
      throw new FileRefusal(FILE_TEXT.unreadableCharacter, { line, value: excerpt(unreadable) });
    return { record, chunk: { ...(head as Chunk), records: records.slice(at + 1) }, hasTitles: at > first };
  }
}

function headingAt(records: readonly RawRecord[], findsHeadings: true | 'ifAny'): number | undefined {
  const at = findHeadingLine(records.slice(0, HEADING_LINES).map(({ cells }) => cells.map(restoreCsvCell)));
  if (at !== undefined || findsHeadings === 'ifAny') return at;
  const [{ line, issue, cells } = { line: 1, cells: [] }] = records;
  // without a PZN anywhere the headings may be called anything
  if (issue || cells.some(isPznCell) || !records.some((record) => record.cells.some(isPznCell))) return 0;
  throw new FileRefusal(FILE_TEXT.noHeaderBelowTitle, {
    line,
    value: excerpt(cells.find((cell) => cell.trim() !== '') ?? ''),
  });
}

async function* finishRecords(
  shape: RowShape,
  maxRows: number,
  first: Chunk,
  chunks: AsyncGenerator<Chunk, void, undefined>,
): AsyncGenerator<TableRecord[], void, undefined> {
  let rows = 0;
  for (let chunk: Chunk | undefined = first; chunk; chunk = (await chunks.next()).value ?? undefined) {
    const records: TableRecord[] = [];
    const lastRaw = chunk.cutOff ? chunk.records.at(-1) : undefined;
    for (const raw of chunk.records) {
      const cells = raw.cells;
      for (let i = 0; i < cells.length; i++) cells[i] = restoreCsvCell(cells[i] as string);
      if (raw.issue === undefined && isBlank(cells)) continue;
      const issues = recordIssues(raw, shape, { suspect: chunk.suspect, cutOff: raw === lastRaw });
      records.push({ line: raw.line, cells, issues, ...(raw === lastRaw && chunk.isOpen ? { isOpen: true } : {}) });
    }
    rows += records.length;
    if (rows > maxRows) throw new FileRefusal(FILE_TEXT.tooManyRows(maxRows.toLocaleString('de-DE')));
    if (records.length > 0) yield records;
  }
  if (rows === 0) throw new FileRefusal(FILE_TEXT.noRows);
}

function isBlank(cells: readonly string[]): boolean {
  for (let i = 0; i < cells.length; i++) if ((cells[i] as string).trim() !== '') return false;
  return true;
}
