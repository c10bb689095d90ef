import { ActionIcon, Popover } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LatePopover } from './LatePopover.tsx';

type Props = {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** Names the button and the panel. */
  label: string;
  icon: Icon;
  className: string | undefined;
  children: ReactNode;
};

/** A button of the toolbar with an icon, and the panel that it opens below itself. */
export function ToolPanel({ opened, onChange, label, icon: ToolIcon, className, children }: Props) {
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
        <ActionIcon variant="default" size="lg" aria-label={label} title={label} {...props}>
          <ToolIcon aria-hidden size={18} />
        </ActionIcon>
      )}
    >
      <Popover.Dropdown className={className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </LatePopover>
  );
}
