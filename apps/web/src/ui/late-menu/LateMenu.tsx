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
  readonly loadAhead?: () => void;
};

const noCode = () => undefined;

/** Menus are a fifth of a first visit's code. Rule 2.31. */
export function LateMenu({ items, loadAhead = noCode, children, ...rest }: Props) {
  const id = useId();
  const { mounted, opened, close, opener } = useLate({ loadAhead });
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
      <Suspense>{mounted && items({ id, opened, onClose: close })}</Suspense>
    </>
  );
}
