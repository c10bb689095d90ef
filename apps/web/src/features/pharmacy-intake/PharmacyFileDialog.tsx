import { Alert, Button, Loader } from '@mantine/core';
import { MOST_FILE_PHARMACIES, type PharmacyFileAnswer, UPLOAD_LIMITS } from '@portal/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { holdFile } from '../../lib/hold-file.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileDrop } from '../../ui/file-drop/FileDrop.tsx';
import { FileOutcome } from './FileOutcome.tsx';
import classes from './pharmacy-intake.module.css';
import { useCheckPharmacyFileMutation, useTakeInPharmacyFileMutation } from './pharmacy-intake-api.ts';

/** The media type depends on installed programs; the server checks the content. */
const ACCEPT = {
  'text/csv': ['.csv'],
  'text/plain': ['.txt'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};
const LIMIT = { megabytes: UPLOAD_LIMITS.bytes / 2 ** 20, rows: formatCount(MOST_FILE_PHARMACIES) };

type Props = { opened: boolean; onClose: () => void };

/** Rule 23.13: what a file would do is shown before anything is written. */
export default function PharmacyFileDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('pharmacyIntake');
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<PharmacyFileAnswer | null>(null);
  const [done, setDone] = useState<PharmacyFileAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [check, { isLoading: isChecking }] = useCheckPharmacyFileMutation();
  const [takeIn, { isLoading: isTaking }] = useTakeInPharmacyFileMutation();
  const news = checked ? checked.counts.created + checked.counts.changed : 0;

  const choose = async (next: File | null) => {
    setFile(null);
    setChecked(null);
    setFailure(null);
    if (!next) return;
    try {
      // What was looked at is what is taken in.
      const held = await holdFile(next);
      setFile(held);
      setChecked(await check({ file: held }).unwrap());
    } catch (error) {
      setFailure(error instanceof DOMException ? t('file.unreadable', { name: next.name }) : errorMessage(error));
    }
  };
  const start = async () => {
    if (!file) return;
    setFailure(null);
    try {
      setDone(await takeIn({ file }).unwrap());
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  const drop = {
    choose: t('file.choose'),
    orDrop: t('file.orDrop'),
    rules: t('file.rules', LIMIT),
    remove: t('file.remove'),
  };

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size={880}
      title={t('file.title')}
      closeOnClickOutside={!isTaking}
      closeOnEscape={!isTaking}
      closeButtonProps={{ disabled: isTaking }}
    >
      {done ? (
        <FileOutcome answer={done} isDone />
      ) : (
        <>
          <p className={classes.text}>{t('file.text')}</p>
          <FileDrop
            label={t('file.label')}
            file={file}
            texts={drop}
            accept={ACCEPT}
            maxBytes={UPLOAD_LIMITS.bytes}
            onFile={(next) => void choose(next)}
            onRemove={() => void choose(null)}
            onReject={() => setFailure(t('file.rejected', LIMIT))}
          />
          {isChecking && (
            <p className={classes.reading} role="status">
              <Loader aria-hidden size="sm" />
              {t('file.reading')}
            </p>
          )}
          {checked && <FileOutcome answer={checked} />}
        </>
      )}
      {failure && (
        <Alert className={classes.failure ?? ''} color="red" role="alert">
          {failure}
        </Alert>
      )}
      <ConfirmButtons className={classes.buttons} since={`${checked !== null}${done !== null}`}>
        {done ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <>
            <Button variant="default" disabled={isTaking} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button loading={isTaking} disabled={news === 0} onClick={() => void start()}>
              {t('file.start', { count: news, number: formatCount(news) })}
            </Button>
          </>
        )}
      </ConfirmButtons>
    </Dialog>
  );
}
