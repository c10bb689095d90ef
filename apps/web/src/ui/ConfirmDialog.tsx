import { Button, Group, Modal } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import classes from './ConfirmDialog.module.css';

type Props = {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** What went wrong when it was tried; shown as an alert. */
  failure?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  closeLabel: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a step; the button names what it does. While it is under way nothing else can be done. */
export const ConfirmDialog = memo(Dialog, (before, now) => !before.opened && !now.opened);

function Dialog(props: Props) {
  const { opened, title, children, failure, confirmLabel, cancelLabel, closeLabel, danger, busy = false } = props;
  const close = () => {
    if (!busy) props.onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': closeLabel }}>
      <div className={classes.text}>{children}</div>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <Group justify="flex-end">
        <Button variant="default" data-autofocus disabled={busy} onClick={close}>
          {cancelLabel}
        </Button>
        <Button {...(danger ? { color: 'red.9' } : {})} loading={busy} onClick={props.onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
