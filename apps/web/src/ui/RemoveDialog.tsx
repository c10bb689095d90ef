import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Texts = Readonly<Record<'title' | 'question' | 'failed' | 'done' | 'confirm' | 'cancel', string>>;
type Props = {
  opened: boolean;
  texts: Texts;
  /** What follows from it. */
  children: ReactNode;
  busy: boolean;
  remove: () => Promise<unknown>;
  messageOf: (error: unknown) => string;
  onClose: () => void;
};

/** Removes after a confirmation, and says so; a refusal stays in the dialog. */
export function RemoveDialog({ opened, texts, children, busy, remove, messageOf, onClose }: Props) {
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => {
    setFailure(null);
    onClose();
  };
  const confirm = async () => {
    setFailure(null);
    try {
      await remove();
      notifications.show({ color: 'teal', message: texts.done });
      close();
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={texts.title}
      failure={
        failure && (
          <>
            {texts.failed}
            <br />
            {failure}
          </>
        )
      }
      confirmLabel={texts.confirm}
      cancelLabel={texts.cancel}
      danger
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <p>
        <strong>{texts.question}</strong>
      </p>
      <p>{children}</p>
    </ConfirmDialog>
  );
}
