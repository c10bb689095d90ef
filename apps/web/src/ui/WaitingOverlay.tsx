import { Loader } from '@mantine/core';
import classes from './screen/screen.module.css';
import { Dialog } from './Dialog.tsx';

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
