import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Dashboard, LzdUploadAnswer } from '@portal/contracts';
import type { ResetChoice } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takesNothing } from '../../editing/leaving/use-leaving-words.ts';
import { formatCount } from '../../lib/format.ts';
import type { FileRejectionReason } from '../../ui/file-drop/rejection-reason.ts';
import { FileField } from './FileField.tsx';
import classes from './intake.module.css';
import { ResetChoiceField } from './ResetChoiceField.tsx';
import { NameNotes } from './NameNotes.tsx';
import { UploadFailure } from './UploadFailure.tsx';
import { UploadOutcome } from './UploadOutcome.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { checkName } from './check-name.ts';
import { type UploadState, useLzdUpload } from './use-lzd-upload.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { useEscapeGuard } from '../../ui/confirm-guard/use-escape-guard.ts';

type Props = { dashboard: Dashboard; opened: boolean; onClose: () => void };

/** Rules 6.4 and 7.6. */
export default function LzdUploadModal({ dashboard, opened, onClose }: Props) {
  const { t } = useTranslation('intake');
  const { pharmacy, tpData } = dashboard;
  const [file, setFile] = useState<File | null>(null);
  const [rejection, setRejection] = useState<FileRejectionReason | null>(null);
  // The harmless choice: the pharmacy loses none of its decisions.
  const [choice, setChoice] = useState<ResetChoice>(1);
  const { state, start, cancel, reset } = useLzdUpload(pharmacy, stored);
  const check = file ? checkName(file.name, pharmacy, tpData) : null;
  const sending = state.step === 'sending';
  const toRead = state.step === 'done' && hasToBeRead(state.answer);
  const mayEscape = useEscapeGuard(toRead);

  function stored(answer: LzdUploadAnswer) {
    const { id, rows, message: before } = answer;
    if (hasToBeRead(answer)) return;
    const loaded = t('done.rows', { count: rows, rows: formatCount(rows), id });
    const message = before ? `${loaded} ${before}` : loaded;
    notifications.show({ color: 'teal', title: t('done.title'), message });
    onClose();
  }
  const choose = (next: File | null) => {
    setFile(next);
    setRejection(null);
    reset();
  };

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size={720}
      title={toRead ? t('done.title') : t('title')}
      closeOnClickOutside={!sending}
      closeOnEscape={!sending && (!toRead || mayEscape)}
      closeButtonProps={{ disabled: sending }}
    >
      {toRead && <UploadOutcome answer={state.answer} />}
      {!toRead && state.step !== 'choosing' && <UploadProgress fileName={file?.name ?? ''} share={shareOf(state)} />}
      {state.step === 'choosing' && (
        <div className={classes.form}>
          <p className={classes.text}>
            {t('rule')}
            <code className={classes.format}>{t('format')}</code>
          </p>
          <FileField file={file} rejection={rejection} onFile={choose} onReject={setRejection} />
          {file && check && <NameNotes check={check} fileName={file.name} pharmacy={pharmacy} />}
          <UploadFailure failure={state.failure} fileChanged={state.fileChanged} />
          <ResetChoiceField value={choice} onChange={setChoice} />
        </div>
      )}
      <ConfirmButtons className={classes.buttons} since={opened && toRead}>
        {toRead ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <>
            <Button variant="default" disabled={shareOf(state) >= 1} onClick={sending ? cancel : onClose}>
              {t('cancel')}
            </Button>
            <Button
              loading={state.step !== 'choosing'}
              disabled={!check || check.warnings.length > 0}
              onClick={() => void (file && start(file, choice))}
            >
              {t('start')}
            </Button>
          </>
        )}
      </ConfirmButtons>
    </Dialog>
  );
}

function hasToBeRead({ leftOutTotal, notes, leaving, doubts }: LzdUploadAnswer): boolean {
  return leftOutTotal > 0 || notes.length > 0 || doubts.length > 0 || (leaving !== null && !takesNothing(leaving));
}

/** At 1 it cannot be cancelled. */
function shareOf(state: UploadState): number {
  if (state.step === 'choosing') return 0;
  return state.step === 'sending' ? state.share : 1;
}
