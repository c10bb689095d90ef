import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReturnFocus } from '../use-return-focus.ts';
import { Anchor, anchorId } from './Anchor.tsx';
import type { OpenedMenu } from './LateMenu.tsx';

type Props = { menu: OpenedMenu; width?: number; children: ReactNode };

/** The items of a `LateMenu`, at its button. */
export function AnchoredMenu({ menu: { id, opened, onClose }, width, children }: Props) {
  useReturnFocus(opened);
  return (
    <Menu id={id} {...(width && { width })} opened={opened} onChange={(open) => !open && onClose()}>
      <Menu.Target>
        <Anchor at={anchorId(id)} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
