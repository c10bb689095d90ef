import { Alert, Button, Checkbox, Loader, NativeSelect, Radio } from '@mantine/core';
import { UPLOAD_LIMITS } from '@portal/contracts';
import { type ImportType, offeredImportTypes, optionalImportColumns, requiredImportColumns } from '@portal/rules';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '../../../auth/use-access.ts';
import { formatCount } from '../../../lib/format.ts';
import { FileDrop } from '../../../ui/file-drop/FileDrop.tsx';
import classes from './import.module.css';
import { ImportPreview } from './ImportPreview.tsx';
import type { ListWork } from './list-work.ts';
import { holdFile, type ImportFile, useImportFile } from './use-import-file.ts';
import type { ReadImport } from './import-api.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';

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

/** What the user has chosen to import, understood by the server. */
export type ChosenImport = { readonly type: ImportType; readonly fileName: string; readonly answer: ReadImport };

type Props = {
  work: ListWork;
  onClose: () => void;
  onStart: (chosen: ChosenImport) => void;
};

/** Type, file and columns of an import with a preview (rule 5.1). */
export function ImportModal({ work, onClose, onStart }: Props) {
  const { t } = useTranslation('priceListImport');
  const { staff } = useAccess();
  const choice = useImportFile();
  const [fileIssue, setFileIssue] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(false);
  const { type, file, rows } = choice;

  const begin = (answer: ReadImport) => {
    if (type !== null && file !== null) onStart({ type, fileName: file.name, answer });
  };
  /** Continues once the file is read. */
  const start = async () => {
    setWaiting(true);
    const reading = await choice.settledRows();
    setWaiting(false);
    if (reading.state === 'read') begin(reading.value);
  };

  const take = async (chosen: File) => {
    setFileIssue(null);
    try {
      await choice.chooseFile(await holdFile(chosen));
    } catch (error) {
      // moved, locked or taken away with its drive since it was chosen
      if (!(error instanceof DOMException)) throw error;
      setFileIssue(t('file.unreadable', { name: chosen.name }));
    }
  };

  return (
    <Dialog opened onClose={onClose} size="xl" title={t('title')}>
      <div className={classes.form}>
        <Radio.Group
          label={t('type.label')}
          value={type ?? ''}
          onChange={(value) => void choice.chooseType(value as ImportType)}
        >
          <div className={classes.types}>
            {offeredImportTypes({ staff }).map((each) => (
              <Radio key={each} value={each} label={t(`type.${each}`)} description={t(`type.${each}Text`)} />
            ))}
          </div>
        </Radio.Group>
        <div className={file ? classes.fileAndColumns : undefined}>
          <div>
            <FileDrop
              label={t('file.label')}
              file={file}
              texts={dropTexts(t)}
              accept={ACCEPT}
              maxBytes={UPLOAD_LIMITS.bytes}
              onFile={(chosen) => void take(chosen)}
              onRemove={() => void choice.chooseFile(null)}
              onReject={(reason) => setFileIssue(t(`file.rejected.${reason}`, LIMIT))}
            />
            {fileIssue && (
              <p className={classes.refused} role="alert">
                {fileIssue}
              </p>
            )}
          </div>
          <div className={classes.fileParts}>
            <Sheets choice={choice} />
            <Columns choice={choice} />
            <Hidden choice={choice} />
          </div>
        </div>
        {type !== null && <ImportPreview work={work} type={type} rows={rows} />}
      </div>
      <ConfirmButtons className={classes.buttons}>
        <span className={classes.hint}>{t('notStored')}</span>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button disabled={!choice.startable} loading={waiting} onClick={() => void start()}>
          {t('start')}
        </Button>
      </ConfirmButtons>
    </Dialog>
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
function Columns({ choice }: { choice: ImportFile }) {
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
  const options = [
    { value: '', label: t('column.choose') },
    ...headings.value.map((name) => ({ value: name, label: name })),
  ];
  const optional = optionalImportColumns(type);
  const shown = more || optional.some((column) => guessed[column]) ? optional : [];
  return (
    <fieldset className={classes.columns}>
      <legend>{t('column.legend')}</legend>
      {notes.headingLine !== undefined && (
        <p className={classes.outcomeText}>{t('column.headingLine', { line: notes.headingLine })}</p>
      )}
      {requiredImportColumns(type).map((column) => (
        <NativeSelect
          key={column}
          label={t(`column.${column}`)}
          data={options}
          value={columns[column] ?? ''}
          error={columns[column] ? undefined : t('column.missing')}
          description={columns[column] && columns[column] === guessed[column] ? t('column.guessed') : undefined}
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
