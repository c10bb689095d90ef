import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './settings.module.css';

type Props = {
  label: string;
  /** For those who hear it without what stands beside it. */
  fullLabel?: string;
  /** At first. */
  isOpen?: boolean;
  /** Drawn, and loaded, only while it is open. */
  children: () => ReactNode;
};

/** A part of the settings behind a button that says whether it is open. */
export function Disclosure({ label, fullLabel, isOpen = false, children }: Props) {
  const id = useId();
  const [opened, setOpened] = useState(isOpen);
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <>
      <Button
        className={classes.disclosure ?? ''}
        variant="subtle"
        size="compact-sm"
        leftSection={<Chevron size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        aria-label={fullLabel}
        onClick={() => setOpened(!opened)}
      >
        {label}
      </Button>
      <div id={id} hidden={!opened}>
        {opened && children()}
      </div>
    </>
  );
}
