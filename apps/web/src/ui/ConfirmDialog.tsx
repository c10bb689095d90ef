import { Button } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { ConfirmButtons } from './confirm-guard/ConfirmButtons.tsx';
import classes from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

type Props = {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** What went wrong when it was tried; shown as an alert. */
  failure?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export const ConfirmDialog = memo(Confirm, (before, now) => !before.opened && !now.opened);

function Confirm(props: Props) {
  const { opened, title, children, failure, confirmLabel, cancelLabel, danger, busy = false } = props;
  const close = () => {
    if (!busy) props.onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <div className={classes.text}>{children}</div>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <ConfirmButtons since={opened}>
        <Button variant="default" data-autofocus disabled={busy} onClick={close}>
          {cancelLabel}
        </Button>
        <Button {...(danger ? { color: 'red.9' } : {})} loading={busy} onClick={props.onConfirm}>
          {confirmLabel}
        </Button>
      </ConfirmButtons>
    </Dialog>
  );
}
