import '@mantine/dropzone/styles.layer.css';
import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { UPLOAD_LIMITS } from '@portal/contracts';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './batch.module.css';

const ACCEPT = { 'text/csv': ['.csv'] };
const LIMIT = { megabytes: UPLOAD_LIMITS.bytes / 2 ** 20 };
const NOTHING = () => undefined;

/** Others are named and left out. */
export function FilesDrop({ onFiles, disabled }: { onFiles: (files: File[]) => void; disabled: boolean }) {
  const { t } = useTranslation('uploads');
  const openDialog = useRef<() => void>(null);
  const [rejected, setRejected] = useState<readonly string[]>([]);
  return (
    <div>
      <Dropzone
        className={classes.zone}
        accept={ACCEPT}
        maxSize={UPLOAD_LIMITS.bytes}
        openRef={openDialog}
        disabled={disabled}
        enablePointerEvents
        // the button inside does this, named and reachable
        activateOnKeyboard={false}
        tabIndex={-1}
        inputProps={{ 'aria-label': t('files') }}
        onDropAny={(files, rejections) => {
          setRejected(rejections.map(({ file }) => file.name));
          if (files.length > 0) onFiles(files);
        }}
        onDrop={NOTHING}
      >
        <div className={classes.idle}>
          <IconUpload aria-hidden size={22} stroke={1.5} />
          <Button
            variant="default"
            disabled={disabled}
            onClick={(event) => {
              event.stopPropagation();
              openDialog.current?.();
            }}
          >
            {t('choose')}
          </Button>
          <span>{t('orDrop')}</span>
          <span className={classes.rules}>{t('rules', LIMIT)}</span>
        </div>
      </Dropzone>
      {rejected.length > 0 && (
        <p className={classes.failure} role="alert">
          {t('rejected', { count: rejected.length, names: rejected.join(', '), ...LIMIT })}
        </p>
      )}
    </div>
  );
}
