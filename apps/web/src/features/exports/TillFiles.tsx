import { Alert, Button } from '@mantine/core';
import type { TillFileEntry } from '@portal/contracts';
import { tillFileName } from '@portal/rules';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { downloadBlob } from '../../lib/download.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import classes from './exports.module.css';
import { useConfirmTillFileMutation, useGetTillFileMutation } from './exports-api.ts';
import { usePagePharmacy } from './use-page-pharmacy.ts';

type Params = { apoId: string; token: string };
type Props = { files: readonly TillFileEntry[]; params: Params; opened: boolean; onToggle: (opened: boolean) => void };

/** Rules 9.16 and 9.18. */
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

function File({ file, params }: { file: TillFileEntry; params: Params }) {
  const { t } = useTranslation();
  const pharmacy = usePagePharmacy();
  const [load, { error: loadError, isLoading: isSaving, reset }] = useGetTillFileMutation();
  const [confirm, { error: confirmError, isLoading: isConfirming }] = useConfirmTillFileMutation();
  const { id, loaded, latest, refusal } = file;
  const date = formatInstant(file.createdAt, 'dd.MM.yyyy HH:mm');
  const error = loadError ?? confirmError;
  const fileParams = { ...params, fileId: id };

  const save = async () => {
    const { data } = await load({ params: fileParams });
    if (!data || !pharmacy) return;
    downloadBlob(tillFileName(pharmacy.apoId, pharmacy.name, file.extension), data.blob);
    reset(); // the file is not kept in the store
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
        {loaded && (
          <div className={classes.loaded}>
            <IconCheck aria-hidden size={16} />
            {t('exports.till.file.loaded', {
              date: formatInstant(loaded.at, 'dd.MM.yyyy HH:mm'),
              name: loaded.userName,
            })}
            {latest && (
              <ConfirmButtons>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('exports.till.file.takeBackNamed', { date })}
                  loading={isConfirming}
                  onClick={() => void confirm({ params: fileParams, body: { loaded: false } })}
                >
                  {t('exports.till.file.takeBack')}
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
        {!latest && refusal === null && (
          <ConfirmButtons>
            <Button
              size="compact-sm"
              variant="light"
              aria-label={t('exports.till.file.confirmNamed', { date })}
              loading={isConfirming}
              onClick={() => void confirm({ params: fileParams, body: { loaded: true } })}
            >
              {t('exports.till.file.confirm')}
            </Button>
          </ConfirmButtons>
        )}
      </div>
    </li>
  );
}
