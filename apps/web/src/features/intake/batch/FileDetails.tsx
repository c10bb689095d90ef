import { useTranslation } from 'react-i18next';
import { takesNothing } from '../../../editing/leaving/use-leaving-words.ts';
import classes from '../intake.module.css';
import { LeftOutRows } from '../LeftOutRows.tsx';
import { UploadFailure } from '../UploadFailure.tsx';
import { FileNotes, LeavingList, UploadOutcome } from '../UploadOutcome.tsx';
import type { BatchFile } from './batch-files.ts';
import { Dialog } from '../../../ui/Dialog.tsx';

export function FileDetails({ row, onClose }: { row: BatchFile; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} size={720} title={row.file.name}>
      <Details state={row.state} />
    </Dialog>
  );
}

function Details({ state }: { state: BatchFile['state'] }) {
  const { t } = useTranslation('uploads');
  if (state.phase === 'stored') return <UploadOutcome answer={state.answer} />;
  const failure = 'failure' in state ? state.failure : null;
  const check = 'check' in state ? state.check : null;
  return (
    <div className={classes.form}>
      <UploadFailure failure={failure} fileChanged={false} />
      {check && <FileNotes notes={check.notes} />}
      {check && !takesNothing(check.leaving) && (
        <>
          <p className={classes.text}>{t('ifReset')}</p>
          <LeavingList leaving={check.leaving} />
        </>
      )}
      {check && check.leftOutTotal > 0 && <LeftOutRows answer={check} />}
    </div>
  );
}
