import { Alert, Button } from '@mantine/core';
import type { TillFileEntry } from '@portal/contracts';
import { tillCompanionName, tillFileName } from '@portal/rules';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, isApiError } from '../../api/api-error.ts';
import { downloadBlob, downloadText } from '../../lib/download.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import classes from './exports.module.css';
import { useConfirmTillFileMutation, useGetTillFileMutation } from './exports-api.ts';
import { TillReport } from './TillReport.tsx';
import { usePagePharmacy } from './use-page-pharmacy.ts';

type Params = { apoId: string; token: string };
type Props = { files: readonly TillFileEntry[]; params: Params; opened: boolean; onToggle: (opened: boolean) => void };

/** Rules 9.16, 9.18, 9.34, 9.42 and 9.43. */
export function TillFiles({ files, params, opened, onToggle }: Props) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <details open={opened} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary className={classes.summary}>{t('exports.till.files')}</summary>
      {opened && (
        <ul className={classes.forms}>
          {files.map((file) => (
            <File key={file.id} file={file} params={params} />
          ))}
        </ul>
      )}
    </details>
  );
}

/** More are counted. */
const MOST_NAMED = 5;

function File({ file, params }: { file: TillFileEntry; params: Params }) {
  const { t } = useTranslation();
  const pharmacy = usePagePharmacy();
  const [load, { error: loadError, isLoading: isSaving, reset }] = useGetTillFileMutation();
  const [confirm, { error: confirmError, isLoading: isConfirming }] = useConfirmTillFileMutation();
  const opener = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { id, loaded, latest, refusal, reported, companion, leftOut } = file;
  const date = formatInstant(file.createdAt, 'dd.MM.yyyy HH:mm');
  const fileParams = { ...params, fileId: id };
  const mayConfirm = !latest && refusal === null;
  const differs = mayConfirm && reported !== null && reported.count !== reported.expected;
  // What differs has its own words below.
  const isSaid = differs && isApiError(confirmError) && confirmError.httpStatus === 409;
  const error = loadError ?? (isSaid ? undefined : confirmError);

  const save = async () => {
    const { data } = await load({ params: fileParams });
    if (!data || !pharmacy) return;
    const fileName = tillFileName(pharmacy.apoId, pharmacy.name, file.extension);
    downloadBlob(fileName, data.blob);
    if (companion) downloadText(tillCompanionName(fileName), companion, 'text/plain');
    reset(); // the file is not kept in the store
  };

  const confirmLoaded = async (count: number | null, despite = false) => {
    await confirm({ params: fileParams, body: { loaded: true, count, despite } });
    setAsking(false);
  };

  return (
    <li className={classes.file}>
      <div className={classes.about}>
        <p className={classes.text}>
          {date} · {t(`exports.till.file.contents.${file.contents}`)} ·{' '}
          {file.productGroups.map((group) => t(`productGroup.${group}`)).join(', ')}
        </p>
        <p className={classes.note}>
          {t('exports.till.file.rows', { count: file.rows, formatted: formatCount(file.rows) })}
          {file.withdrawn > 0 && `, ${t('exports.till.file.withdrawn', { formatted: formatCount(file.withdrawn) })}`}
          {` · ${file.userName}`}
        </p>
        {leftOut.length > 0 && (
          <p className={classes.note}>
            {t('exports.till.file.leftOut', {
              count: leftOut.length,
              formatted: formatCount(leftOut.length),
              pzns: `${leftOut.slice(0, MOST_NAMED).join(', ')}${leftOut.length > MOST_NAMED ? ' …' : ''}`,
            })}
          </p>
        )}
        {loaded && (
          <div className={classes.loaded}>
            <IconCheck aria-hidden size={16} />
            <span>
              {t('exports.till.file.loaded', {
                date: formatInstant(loaded.at, 'dd.MM.yyyy HH:mm'),
                name: loaded.userName,
              })}
              {reported && ` · ${t('exports.till.file.report.loaded', { reported: formatCount(reported.count) })}`}
            </span>
            {latest && (
              <ConfirmButtons>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('exports.till.file.takeBackNamed', { date })}
                  loading={isConfirming}
                  onClick={() =>
                    void confirm({ params: fileParams, body: { loaded: false, count: null, despite: false } })
                  }
                >
                  {t('takeBack')}
                </Button>
              </ConfirmButtons>
            )}
          </div>
        )}
        {refusal !== null && !latest && <p className={classes.note}>{refusal}</p>}
        {error && (
          <Alert color="red" role="alert" title={t('exports.till.file.failed')}>
            {errorMessage(error)}
          </Alert>
        )}
      </div>
      <div className={classes.fileActions}>
        {file.kept && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload aria-hidden size={14} />}
            aria-label={t('exports.till.file.againNamed', { date })}
            disabled={!pharmacy}
            loading={isSaving}
            onClick={() => void save()}
          >
            {t('exports.till.file.again')}
          </Button>
        )}
        {mayConfirm && (
          <ConfirmButtons>
            <Button
              ref={opener}
              size="compact-sm"
              variant="light"
              aria-label={t('exports.till.file.confirmNamed', { date })}
              aria-expanded={isAsking}
              onClick={() => setAsking(!isAsking)}
            >
              {t('exports.till.file.confirm')}
            </Button>
          </ConfirmButtons>
        )}
      </div>
      {reported && differs && !isAsking && (
        <Alert
          className={classes.wide ?? ''}
          color="yellow"
          role="alert"
          title={t('exports.till.file.report.differs', {
            reported: formatCount(reported.count),
            expected: formatCount(reported.expected),
          })}
        >
          <div className={classes.groups}>
            <p className={classes.text}>
              {reported.count === (reported.expected === file.rows ? file.rows - file.withdrawn : file.rows)
                ? t('exports.till.file.report.withdrawn', { formatted: formatCount(file.withdrawn) })
                : t('exports.till.file.report.advice')}
            </p>
            <p className={classes.note}>
              {t('exports.till.file.report.by', {
                date: formatInstant(reported.at, 'dd.MM.yyyy HH:mm'),
                name: reported.userName,
              })}
            </p>
            <ConfirmButtons justify="flex-start">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('exports.till.file.report.despiteNamed', { date })}
                loading={isConfirming}
                onClick={() => void confirmLoaded(null, true)}
              >
                {t('exports.till.file.report.despite')}
              </Button>
            </ConfirmButtons>
          </div>
        </Alert>
      )}
      {mayConfirm && isAsking && (
        <TillReport
          isSaving={isConfirming}
          onConfirm={(count) => void confirmLoaded(count)}
          onCancel={() => {
            setAsking(false);
            opener.current?.focus();
          }}
        />
      )}
    </li>
  );
}
