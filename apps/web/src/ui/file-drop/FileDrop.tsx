import '@mantine/dropzone/styles.layer.css';
import { Button, CloseButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileSpreadsheet, IconFileTypeCsv, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './FileDrop.module.css';
import { type FileRejectionReason, rejectionReason } from './rejection-reason.ts';

type Props = {
  /** Names the input for those who do not see the zone. */
  label: string;
  file: { readonly name: string; readonly size: number } | null;
  texts: { choose: string; orDrop: string; rules: string; remove: string };
  /** Media types and the endings that count as them. */
  accept: Record<string, string[]>;
  maxBytes: number;
  onFile: (file: File) => void;
  onRemove: () => void;
  onReject: (reason: FileRejectionReason) => void;
};

const NOTHING = () => undefined;

/** Rule 10.5. */
export function FileDrop({ label, file, texts, accept, maxBytes, onFile, onRemove, onReject }: Props) {
  const openDialog = useRef<() => void>(null);
  const Icon = file?.name.toLowerCase().endsWith('.csv') ? IconFileTypeCsv : IconFileSpreadsheet;
  return (
    <Dropzone
      className={classes.zone}
      classNames={{ inner: classes.inner ?? '' }}
      accept={accept}
      maxSize={maxBytes}
      multiple={false}
      openRef={openDialog}
      enablePointerEvents
      // the button inside does this, named and reachable
      activateOnKeyboard={false}
      tabIndex={-1}
      inputProps={{ 'aria-label': label }}
      // of several files all are refused
      onDropAny={([first], rejections) => {
        if (rejections.length > 0) onReject(rejectionReason(rejections));
        else if (first) onFile(first);
      }}
      onDrop={NOTHING}
    >
      {file ? (
        <div className={classes.card}>
          <Icon aria-hidden size={34} stroke={1.4} />
          <span className={classes.name} title={file.name}>
            {file.name}
          </span>
          <span className={classes.size}>{formatBytes(file.size)}</span>
          <CloseButton
            className={classes.remove}
            size="sm"
            aria-label={texts.remove}
            onClick={(event) => {
              event.stopPropagation();
              onRemove();
            }}
          />
        </div>
      ) : (
        <div className={classes.idle}>
          <IconUpload aria-hidden size={22} stroke={1.5} />
          <Button
            variant="default"
            onClick={(event) => {
              event.stopPropagation();
              openDialog.current?.();
            }}
          >
            {texts.choose}
          </Button>
          <span>{texts.orDrop}</span>
          <span className={classes.rules}>{texts.rules}</span>
        </div>
      )}
    </Dropzone>
  );
}

const oneDecimal = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 });

function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 2 ** 20 ? `${oneDecimal.format(bytes / 1024)} KB` : `${oneDecimal.format(bytes / 2 ** 20)} MB`;
}
