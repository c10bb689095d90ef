import { UPLOAD_LIMITS } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../ui/file-drop/FileDrop.tsx';
import type { FileRejectionReason } from '../../ui/file-drop/rejection-reason.ts';
import classes from './intake.module.css';

type Props = {
  file: File | null;
  rejection: FileRejectionReason | null;
  onFile: (file: File | null) => void;
  onReject: (reason: FileRejectionReason) => void;
};

/** The media type depends on installed programs. */
const ACCEPT = { 'text/csv': ['.csv'] };
const limit = { megabytes: UPLOAD_LIMITS.bytes / 2 ** 20 };

export function FileField({ file, rejection, onFile, onReject }: Props) {
  const { t } = useTranslation('intake');
  const texts = {
    choose: t('file.choose'),
    orDrop: t('file.orDrop'),
    rules: t('file.rules', limit),
    remove: t('file.remove'),
  };
  return (
    <div>
      <FileDrop
        label={t('file.label')}
        file={file}
        texts={texts}
        accept={ACCEPT}
        maxBytes={UPLOAD_LIMITS.bytes}
        onFile={onFile}
        onRemove={() => onFile(null)}
        onReject={onReject}
      />
      {rejection && (
        <p className={classes.rejection} role="alert">
          {t(`file.rejected.${rejection}`, limit)}
        </p>
      )}
    </div>
  );
}
