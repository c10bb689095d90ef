import { Menu } from '@mantine/core';
import { type ReactNode, type Ref, useLayoutEffect } from 'react';
import { useReturnFocus } from '../use-return-focus.ts';
import type { OpenedMenu } from './LateMenu.tsx';

type Props = { menu: OpenedMenu; width: number; children: ReactNode };

/** The items of a `LateMenu`, at its button. */
export function AnchoredMenu({ menu: { id, button, opened, onClose }, width, children }: Props) {
  useReturnFocus(opened);
  return (
    <Menu id={id} width={width} opened={opened} onChange={(open) => !open && onClose()}>
      <Menu.Target>
        <Anchor of={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Draws nothing; tells the menu where the button is, which was there before it. */
function Anchor({ of, ref }: { of: HTMLButtonElement | null; ref?: Ref<HTMLButtonElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(of);
    else if (ref) ref.current = of;
  }, [of, ref]);
  return null;
}
