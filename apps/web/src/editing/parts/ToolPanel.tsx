import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LatePopover } from './LatePopover.tsx';

type Props = {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** Names the panel. */
  label: string;
  /** Names the button, with its text in it. */
  buttonLabel?: string;
  text: string;
  className: string | undefined;
  children: ReactNode;
};

/** A button of the toolbar, and the panel that it opens below itself. */
export function ToolPanel({ opened, onChange, label, buttonLabel = label, text, className, children }: Props) {
  return (
    <LatePopover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      shadow="md"
      trapFocus
      withinPortal
      middlewares={{ flip: true, shift: true, size: true }}
      button={(props) => (
        <Button
          variant="default"
          px="xs"
          rightSection={<IconChevronDown aria-hidden size={14} />}
          aria-label={buttonLabel === text ? undefined : buttonLabel}
          {...props}
        >
          {text}
        </Button>
      )}
    >
      <Popover.Dropdown className={className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </LatePopover>
  );
}
