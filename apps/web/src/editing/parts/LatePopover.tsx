import { Popover, type PopoverProps } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { Anchor, anchorId, openedId } from '../../ui/late-menu/Anchor.tsx';

/** What the button of a popover has to take. */
export type PopoverButton = {
  readonly id: string;
  readonly 'aria-haspopup': 'dialog';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
};

type Props = Omit<PopoverProps, 'id' | 'opened' | 'onChange' | 'returnFocus' | 'children'> & {
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly button: (props: PopoverButton) => ReactNode;
  /** What opens, in a `Popover.Dropdown`. */
  readonly children: ReactNode;
};

/** A mounted, closed popover renders the screen twice (ADR 91). Rule 2.31. */
export function LatePopover({ opened, onChange, button, ...rest }: Props) {
  const id = useId();
  const [mounted, setMounted] = useState(opened);
  if (opened && !mounted) setMounted(true);
  return (
    <>
      {button({
        id: anchorId(id),
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        'aria-controls': opened ? openedId(id) : undefined,
        onClick: () => onChange(!opened),
      })}
      {mounted && <Opened {...rest} id={id} opened={opened} onChange={onChange} />}
    </>
  );
}

/** It stays mounted once it was opened, so that it may fade out. */
function Opened({ id, opened, children, ...rest }: Omit<Props, 'button'> & { id: string }) {
  useReturnFocus(opened);
  return (
    <Popover {...rest} id={id} opened={opened}>
      <Popover.Target>
        <Anchor at={anchorId(id)} />
      </Popover.Target>
      {children}
    </Popover>
  );
}
