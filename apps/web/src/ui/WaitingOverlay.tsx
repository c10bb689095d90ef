import { Loader } from '@mantine/core';
import { Dialog } from './Dialog.tsx';
import classes from './WaitingOverlay.module.css';

const stay = () => {};

/** Nothing can be done while something is under way. */
export function WaitingOverlay({ opened, text }: { opened: boolean; text: string }) {
  return (
    <Dialog opened={opened} onClose={stay} withCloseButton={false} size="auto" transitionProps={{ duration: 0 }}>
      <div className={classes.waiting} role="status">
        <Loader aria-hidden />
        {text}
      </div>
    </Dialog>
  );
}
