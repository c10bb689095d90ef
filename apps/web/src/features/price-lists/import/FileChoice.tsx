import { Alert, Button, Checkbox, Loader, NativeSelect } from '@mantine/core';
import { UPLOAD_LIMITS } from '@portal/contracts';
import { isPurchaseHeading } from '@portal/list-view';
import { optionalImportColumns, requiredImportColumns } from '@portal/rules';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { holdFile } from '../../../lib/hold-file.ts';
import { FileDrop } from '../../../ui/file-drop/FileDrop.tsx';
import { DayQuestions } from './DayQuestions.tsx';
import classes from './import.module.css';
import type { ImportFile } from './use-import-file.ts';

/** The media type depends on installed programs; the server checks the content (rule 10.20). */
const ACCEPT = {
  'text/csv': ['.csv'],
  'text/plain': ['.txt'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};
const LIMIT = {
  megabytes: formatCount(UPLOAD_LIMITS.bytes / 2 ** 20),
  rows: formatCount(UPLOAD_LIMITS.rows),
};

type Props = {
  choice: ImportFile;
  label: string;
  /** The export of a till: PZN and selling price (rule 9.33). */
  ofTill?: boolean;
};

/** A file, and which of its columns is which (rules 5.1 and 5.9). */
export function FileChoice({ choice, label, ofTill = false }: Props) {
  const { t } = useTranslation('priceListImport');
  const [issue, setIssue] = useState<string | null>(null);
  const { file } = choice;
  const take = async (chosen: File) => {
    setIssue(null);
    try {
      await choice.chooseFile(await holdFile(chosen));
    } catch (error) {
      // moved, locked or taken away with its drive since it was chosen
      if (!(error instanceof DOMException)) throw error;
      setIssue(t('file.unreadable', { name: chosen.name }));
    }
  };
  return (
    <div className={file ? classes.fileAndColumns : undefined}>
      <div>
        <FileDrop
          label={label}
          file={file}
          texts={dropTexts(t)}
          accept={ACCEPT}
          maxBytes={UPLOAD_LIMITS.bytes}
          onFile={(chosen) => void take(chosen)}
          onRemove={() => void choice.chooseFile(null)}
          onReject={(reason) => setIssue(t(`file.rejected.${reason}`, LIMIT))}
        />
        {issue && (
          <p className={classes.refused} role="alert">
            {issue}
          </p>
        )}
      </div>
      <div className={classes.fileParts}>
        <Sheets choice={choice} />
        <Columns choice={choice} ofTill={ofTill} />
        {!ofTill && <DayQuestions choice={choice} />}
        <Hidden choice={choice} />
      </div>
    </div>
  );
}

/** Which sheet of a workbook is read, where there is a choice (rule 10.21). */
function Sheets({ choice: { sheets, sheet, chooseSheet } }: { choice: ImportFile }) {
  const { t } = useTranslation('priceListImport');
  if (sheets.length < 2) return null;
  return (
    <NativeSelect
      label={t('sheet.label')}
      description={t('sheet.text')}
      data={[...sheets]}
      value={sheet ?? sheets[0] ?? ''}
      onChange={(event) => void chooseSheet(event.currentTarget.value)}
    />
  );
}

/** Which column of the file is which; guessed from the headings, and corrected here. */
function Columns({ choice, ofTill }: { choice: ImportFile; ofTill: boolean }) {
  const { t } = useTranslation('priceListImport');
  const { type, headings, columns, guessed, notes } = choice;
  const [more, setMore] = useState(false);
  if (type === null || headings.state === 'none') return null;
  if (headings.state === 'failed') {
    return (
      <Alert color="red" role="alert" title={t('file.refused')}>
        {headings.message}
      </Alert>
    );
  }
  if (headings.state === 'reading') {
    return (
      <p className={classes.reading} role="status">
        <Loader aria-hidden size="sm" />
        {t('reading')}
      </p>
    );
  }
  const { by, examples = [] } = notes.till ?? {};
  const labelOf = (name: string) => {
    const { example } = examples.find(({ column }) => column === name) ?? {};
    return by === 'example' ? t('column.byLetter', { name, example }) : name;
  };
  const options = [
    { value: '', label: t('column.choose') },
    ...headings.value.map((name) => ({ value: name, label: labelOf(name) })),
  ];
  const guessedBy = t(
    by === 'example' ? 'column.guessedByExample' : by === 'profile' ? 'column.byProfile' : 'column.guessed',
  );
  const optional = ofTill ? [] : optionalImportColumns(type);
  const selling = ofTill ? options.filter(({ value }) => !isPurchaseHeading(value)) : options;
  const shown = more || optional.some((column) => guessed[column] ?? columns[column]) ? optional : [];
  return (
    <fieldset className={classes.columns}>
      <legend>{t('column.legend')}</legend>
      {notes.headingLine !== undefined && (
        <p className={classes.outcomeText}>{t('column.headingLine', { line: notes.headingLine })}</p>
      )}
      {by === 'example' && <p className={classes.outcomeText}>{t('column.noHeadings')}</p>}
      {requiredImportColumns(type).map((column) => (
        <NativeSelect
          key={column}
          label={t(`column.${column}`)}
          data={column === 'pricecolumn' ? selling : options}
          value={columns[column] ?? ''}
          error={columns[column] ? undefined : t('column.missing')}
          description={columns[column] && columns[column] === guessed[column] ? guessedBy : undefined}
          onChange={(event) => void choice.chooseColumn(column, event.currentTarget.value || undefined)}
        />
      ))}
      {shown.map((column) => (
        <NativeSelect
          key={column}
          label={t(`column.${column}`)}
          data={[{ value: '', label: t('column.none') }, ...options.slice(1)]}
          value={columns[column] ?? ''}
          description={columns[column] && columns[column] === guessed[column] ? t('column.guessed') : undefined}
          onChange={(event) => void choice.chooseColumn(column, event.currentTarget.value || undefined)}
        />
      ))}
      {(by === 'profile' || !choice.withProfile) && (
        <Checkbox
          className={classes.whole ?? ''}
          label={t('column.useProfile')}
          checked={choice.withProfile}
          onChange={(event) => void choice.takeProfile(event.currentTarget.checked)}
        />
      )}
      {shown.length < optional.length && (
        <Button className={classes.more ?? ''} variant="default" size="compact-sm" onClick={() => setMore(true)}>
          {t('column.more')}
        </Button>
      )}
    </fieldset>
  );
}

/** Numbers of hidden rows that are named; more are counted. */
const NAMED_ROWS = 10;

/** Rule 10.28. */
function Hidden({ choice: { notes, withHidden, takeHidden } }: { choice: ImportFile }) {
  const { t } = useTranslation('priceListImport');
  const { hiddenColumns, hiddenRows } = notes;
  const { total, lines } = hiddenRows;
  if (total === 0 && hiddenColumns.length === 0) return null;
  const named = lines.slice(0, NAMED_ROWS).join(', ') + (total > NAMED_ROWS ? ' …' : '');
  const columns = hiddenColumns.map((name) => `„${name}“`).join(', ');
  return (
    <div>
      {total > 0 && (
        <p className={classes.outcomeText}>
          {t('hidden.rows', { count: total, number: formatCount(total), lines: named })}
        </p>
      )}
      {columns !== '' && (
        <p className={classes.outcomeText}>{t('hidden.columns', { count: hiddenColumns.length, names: columns })}</p>
      )}
      <Checkbox
        label={t('hidden.take')}
        checked={withHidden}
        onChange={(event) => void takeHidden(event.currentTarget.checked)}
      />
    </div>
  );
}

function dropTexts(t: TFunction<'priceListImport'>) {
  return {
    choose: t('file.choose'),
    orDrop: t('file.orDrop'),
    rules: t('file.rules', LIMIT),
    remove: t('file.remove'),
  };
}
