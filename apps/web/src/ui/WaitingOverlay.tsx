import { Loader, Modal } from '@mantine/core';
import classes from './screen/screen.module.css';

const stay = () => {};

/** Nothing can be done while something is under way. */
export function WaitingOverlay({ opened, text }: { opened: boolean; text: string }) {
  return (
    <Modal opened={opened} onClose={stay} withCloseButton={false} size="auto" transitionProps={{ duration: 0 }}>
      <div className={classes.waiting} role="status">
        <Loader aria-hidden />
        {text}
      </div>
    </Modal>
  );
}
