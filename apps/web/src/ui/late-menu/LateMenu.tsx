import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, Suspense, useId } from 'react';
import { useLate } from '../use-late.ts';
import { anchorId, openedId } from './Anchor.tsx';

/** What the items need to know of the button that opens them. */
export type OpenedMenu = {
  /** See `anchorId`. */
  readonly id: string;
  readonly opened: boolean;
  readonly onClose: () => void;
};

type Props = ButtonProps & {
  readonly 'aria-label'?: string;
  readonly title?: string;
  readonly children: ReactNode;
  /** The items, in an `AnchoredMenu`. */
  readonly items: (menu: OpenedMenu) => ReactNode;
  /** Called when somebody comes near the button: loads the code of the items, where it is not there. */
  readonly loadAhead?: () => void;
};

const noCode = () => undefined;

/** A button with a menu whose code is loaded when somebody comes near it: menus are a fifth of what a first visit would load (rule 2.31). */
export function LateMenu({ items, loadAhead = noCode, children, ...rest }: Props) {
  const id = useId();
  const { asked, opened, close, opener } = useLate({ loadAhead });
  return (
    <>
      <Button
        {...rest}
        id={anchorId(id)}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? openedId(id) : undefined}
        {...opener}
        onClick={opened ? close : opener.onClick}
      >
        {children}
      </Button>
      <Suspense>{asked && items({ id, opened, onClose: close })}</Suspense>
    </>
  );
}
