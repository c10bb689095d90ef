import type { AnswerOf, csvMetaData as csvMetaDataCall, readTillColumns } from '@portal/contracts';
import { guessImportColumns } from '@portal/list-view';
import {
  canStartImport,
  type ImportColumn,
  type ImportColumns,
  type ImportedRow,
  type ImportType,
  meansNoEnd,
  withoutNoEnd,
  optionalImportColumns,
  requiredImportColumns,
} from '@portal/rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import { errorMessage } from '../../../api/api-error.ts';
import { useCsvMetaDataMutation, useImportPricesMutation, type ReadImport } from './import-api.ts';

/** What is known of something that the server reads. */
export type Reading<Value> =
  | { readonly state: 'none' }
  | { readonly state: 'reading' }
  | { readonly state: 'read'; readonly value: Value }
  | { readonly state: 'failed'; readonly message: string };

const NONE = { state: 'none' } as const;
const READING = { state: 'reading' } as const;

/** A call of the store that can be given up. */
type Running<Answer> = Promise<{ data: Answer; error?: undefined } | { data?: undefined; error: unknown }> & {
  abort: () => void;
};
type Choice = {
  readonly type: ImportType | null;
  readonly file: File | null;
  /** of a workbook with several; null means the first */
  readonly sheet: string | null;
  /** What a workbook does not show is taken in too (rule 10.28). */
  readonly withHidden: boolean;
  /** Read by the till's profile where that fits (rule 9.37). */
  readonly withProfile: boolean;
};
const AS_IT_IS = { sheet: null, withHidden: false, withProfile: true } as const;
type TillColumns = AnswerOf<typeof readTillColumns>;
type ReadColumns = AnswerOf<typeof csvMetaDataCall> & Partial<TillColumns>;
/** The export of a till, whose headings alone are read here. */
export type TillReading = (part: { body: ReturnType<typeof partFields>; file: File }) => Running<TillColumns>;
/** Rules 10.27 and 10.28. */
type FileNotes = {
  readonly headingLine?: number | undefined;
  readonly hiddenColumns: readonly string[];
  readonly hiddenRows: NonNullable<ReadImport['hiddenRows']>;
  /** Rule 5.11. */
  readonly dayColumns: DayColumns;
  /** Of a till's export (rule 9.37). */
  readonly till?: Pick<TillColumns, 'by' | 'examples'> | undefined;
};
type DayColumns = NonNullable<ReadImport['dayColumns']>;
const NO_NOTES: FileNotes = { hiddenColumns: [], hiddenRows: { total: 0, lines: [] }, dayColumns: [] };

/** Each choice reads again; outdated answers are dropped. Rule 10.21. */
export function useImportFile(readTill?: TillReading) {
  const [choice, setChoice] = useState<Choice>({ type: readTill ? 'priceimport' : null, file: null, ...AS_IT_IS });
  const [headings, setHeadings] = useState<Reading<readonly string[]>>(NONE);
  /** Names of sheets to choose from; they stay while one is read. */
  const [sheets, setSheets] = useState<readonly string[]>([]);
  const [notes, setNotes] = useState<FileNotes>(NO_NOTES);
  const [columns, setColumns] = useState<ImportColumns>({});
  /** Those that the headings have chosen (rule 5.9). */
  const [guessed, setGuessed] = useState<ImportColumns>({});
  /** Columns of days that are not to be read (rule 5.11). */
  const [ignored, setIgnored] = useState<readonly string[]>([]);
  const [lastDays, setLastDays] = useState<LastDays | null>(null);
  const [rows, setRows] = useState<Reading<ReadImport>>(NONE);
  const [csvMetaData] = useCsvMetaDataMutation();
  const [importPrices] = useImportPricesMutation();

  /** The call whose answer still counts. */
  const current = useRef<Running<unknown> | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const giveUp = () => {
    current.current?.abort();
    current.current = null;
  };
  /** Undefined when another choice has overtaken the call. */
  const follow = async <Answer>(call: Running<Answer>): Promise<Reading<Answer> | undefined> => {
    current.current = call;
    const { data, error } = await call;
    if (current.current !== call) return undefined;
    return data === undefined ? { state: 'failed', message: errorMessage(error) } : { state: 'read', value: data };
  };

  const reading = useRef<Promise<Reading<ReadImport>> | null>(null);
  const readRows = (next: Choice, chosen: ImportColumns): Promise<Reading<ReadImport>> => {
    reading.current = readRowsNow(next, chosen);
    return reading.current;
  };
  const readRowsNow = async ({ type, file, ...part }: Choice, chosen: ImportColumns): Promise<Reading<ReadImport>> => {
    giveUp();
    setRows(NONE);
    if (readTill || type === null || file === null || !canStartImport({ type, hasFile: true, columns: chosen }))
      return NONE;
    setRows(READING);
    const read = await follow<ReadImport>(
      importPrices({ body: { ...fieldsOf(type, chosen), ...partFields(part) }, file }),
    );
    if (read) setRows(read);
    if (read?.state === 'read') {
      const { hiddenRows = NO_NOTES.hiddenRows, dayColumns = [] } = read.value;
      setNotes((known) => ({ ...known, hiddenRows, dayColumns }));
    }
    return read ?? NONE;
  };

  const decide = async (next: Choice) => {
    giveUp();
    setChoice(next);
    setColumns({});
    setIgnored([]);
    setLastDays(null);
    setRows(NONE);
    setHeadings(NONE);
    if (next.file !== choice.file) {
      setSheets([]);
      setNotes(NO_NOTES);
    }
    const { type, file, ...part } = next;
    if (type === null || file === null) return;
    setHeadings(READING);
    const body = partFields(part);
    const read = await follow<ReadColumns>(
      readTill ? readTill({ body, file }) : csvMetaData({ body: { type, ...body }, file }),
    );
    if (!read) return;
    if (read.state !== 'read') {
      setHeadings(read);
      return;
    }
    setSheets(read.value.sheets ?? []);
    const { headingLine, hiddenColumns = [], by, examples = [], guessed: ofTill } = read.value;
    // rows that are hidden stay named while the file is read again
    setNotes((known) => ({ ...known, headingLine, hiddenColumns, till: by && { by, examples } }));
    const guess = (ofTill as ImportColumns | undefined) ?? guessImportColumns(read.value.columns, type);
    setHeadings({ state: 'read', value: read.value.columns });
    setColumns(guess);
    setGuessed(guess);
    await readRows(next, guess);
  };

  const chooseColumns = (next: ImportColumns) => {
    setColumns(next);
    return readRows(choice, next);
  };
  const noEnds = rows.state === 'read' ? rows.value.data.filter(hasNoEnd) : [];
  const isAnswered = ({ dayColumns = [], data }: ReadImport) =>
    dayColumns.every(({ heading }) => ignored.includes(heading)) && (lastDays !== null || !data.some(hasNoEnd));

  return {
    ...choice,
    chooseType: (type: ImportType) => decide({ ...choice, type }),
    chooseFile: (file: File | null) => decide({ ...choice, file, ...AS_IT_IS }),
    sheets,
    chooseSheet: (sheet: string) => decide({ ...choice, sheet, withHidden: false }),
    notes,
    takeHidden: (withHidden: boolean) => decide({ ...choice, withHidden }),
    takeProfile: (withProfile: boolean) => decide({ ...choice, withProfile }),
    /** What is to be read of the file. */
    part: partFields(choice),
    headings,
    columns,
    guessed,
    chooseColumn: (column: ImportColumn, heading: string | undefined) =>
      chooseColumns({ ...columns, [column]: heading }),
    ignored,
    /** Rule 5.11. */
    chooseDays: (heading: string, use: ImportColumn | 'ignore' | undefined) => {
      setIgnored((known) => [...known.filter((each) => each !== heading), ...(use === 'ignore' ? [heading] : [])]);
      if (use === undefined || use === 'ignore') return;
      void chooseColumns({ ...columns, [use]: heading });
    },
    /** Rows whose last day stands for none (rule 17.12). */
    noEnds,
    lastDays,
    setLastDays,
    rows: useMemo(() => settle(rows, lastDays), [rows, lastDays]),
    /** The rows once they are read; after a failure they are read once more. None while a question is open. */
    settledRows: async (): Promise<Reading<ReadImport>> => {
      const running = rows.state === 'reading' && reading.current;
      const read = running ? await running : rows.state === 'read' ? rows : await readRows(choice, columns);
      return read.state === 'read' && !isAnswered(read.value) ? NONE : settle(read, lastDays);
    },
    startable:
      canStartImport({ type: choice.type, hasFile: choice.file !== null, columns }) &&
      (rows.state !== 'read' || isAnswered(rows.value)),
  };
}

/** What last days like 31.12.9999 mean. */
export type LastDays = 'noEnd' | 'asWritten';
const hasNoEnd = ({ validTo }: ImportedRow) => validTo !== undefined && meansNoEnd(validTo);

const settle = (read: Reading<ReadImport>, lastDays: LastDays | null): Reading<ReadImport> =>
  read.state === 'read' && lastDays === 'noEnd'
    ? { ...read, value: { ...read.value, data: read.value.data.map(withoutNoEnd) } }
    : read;

export type ImportFile = ReturnType<typeof useImportFile>;

function fieldsOf(type: ImportType, columns: ImportColumns) {
  const offered = [...requiredImportColumns(type), ...optionalImportColumns(type)];
  const needed = offered.flatMap((column) => (columns[column] ? [[column, columns[column]] as const] : []));
  return { type, pzncolumn: '', ...Object.fromEntries(needed) };
}

function partFields({ sheet, withHidden, withProfile }: Pick<Choice, 'sheet' | 'withHidden' | 'withProfile'>) {
  return {
    ...(sheet === null ? {} : { sheet }),
    ...(withHidden ? { hidden: 'take' as const } : {}),
    ...(withProfile ? {} : { profile: 'leave' as const }),
  };
}
