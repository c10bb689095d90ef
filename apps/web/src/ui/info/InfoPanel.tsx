import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { Anchor, anchorId } from '../late-menu/Anchor.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import classes from './info.module.css';

type Props = { id: string; label: string; opened: boolean; onClose: () => void; children: ReactNode };

export default function InfoPanel({ id, label, opened, onClose, children }: Props) {
  useReturnFocus(opened);
  return (
    <Popover
      id={id}
      opened={opened}
      onChange={(open) => !open && onClose()}
      position="bottom-start"
      shadow="md"
      withArrow
      trapFocus
      withinPortal
      middlewares={{ flip: true, shift: true }}
    >
      <Popover.Target>
        <Anchor at={anchorId(id)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- of buttons inside */}
        <div
          className={classes.text}
          tabIndex={-1}
          data-autofocus
          onClick={({ target }) => target instanceof Element && target.closest('[data-closes]') && onClose()}
        >
          {children}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
