import { Button } from '@mantine/core';
import type { Dashboard } from '@portal/contracts';
import type { ResetChoice } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FileRejectionReason } from '../../ui/file-drop/rejection-reason.ts';
import { FileField } from './FileField.tsx';
import classes from './intake.module.css';
import { ResetChoiceField } from './ResetChoiceField.tsx';
import { NameNotes } from './NameNotes.tsx';
import { UploadFailure } from './UploadFailure.tsx';
import { UploadOutcome } from './UploadOutcome.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { checkName } from './check-name.ts';
import { useLzdUpload } from './use-lzd-upload.ts';
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
  const { state, start, cancel, reset } = useLzdUpload(pharmacy);
  const check = file ? checkName(file.name, pharmacy, tpData) : null;
  const sending = state.phase === 'sending';
  const done = state.phase === 'done';
  const isRed = state.phase === 'choosing' && state.failure?.delivery !== undefined;
  const mayEscape = useEscapeGuard(done);

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
      title={done ? t('done.title') : t('title')}
      closeOnClickOutside={!sending}
      closeOnEscape={!sending && (!done || mayEscape)}
      closeButtonProps={{ disabled: sending }}
    >
      {done && <UploadOutcome answer={state.answer} />}
      {sending && <UploadProgress fileName={file?.name ?? ''} share={state.share} />}
      {state.phase === 'choosing' && (
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
      <ConfirmButtons className={classes.buttons} since={`${opened && done} ${isRed}`}>
        {done ? (
          <>
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
            <Button component={Link} to="/admin/pipeline?stage=uploaded" state={{ selected: [state.answer.id] }}>
              {t('done.release')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" disabled={sending && state.share >= 1} onClick={sending ? cancel : onClose}>
              {t('cancel')}
            </Button>
            <Button
              {...(isRed ? { color: 'red', variant: 'outline' } : {})}
              loading={sending}
              disabled={!check || check.warnings.length > 0}
              onClick={() => void (file && start(file, choice, isRed))}
            >
              {t(isRed ? 'despite' : 'start')}
            </Button>
          </>
        )}
      </ConfirmButtons>
    </Dialog>
  );
}
