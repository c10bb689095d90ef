import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId } from 'react';
import { anchorId, openedId } from '../late-menu/Anchor.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { useLate } from '../use-late.ts';
import classes from './info.module.css';

// It opens a popover, which first rows need not wait for.
const InfoPanel = lazyPart(() => import('./InfoPanel.tsx'));

type Props = {
  /** Names the button and what it opens. */
  label: string;
  /** Stands before the sign; without it the label names the button. */
  text?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** An explanation behind an i that takes no room until somebody asks for it. */
export function Info({ label, text, className, children }: Props) {
  const id = useId();
  const { mounted, opened, close, opener } = useLate(InfoPanel);
  return (
    <>
      <button
        type="button"
        className={className ? `${classes.info} ${className}` : classes.info}
        id={anchorId(id)}
        {...(text ? {} : { 'aria-label': label })}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={opened ? openedId(id) : undefined}
        {...opener}
        onClick={opened ? close : opener.onClick}
      >
        {text && <span className={classes.said}>{text}</span>}
        <IconInfoCircle aria-hidden size={16} />
      </button>
      <Suspense>
        {mounted && (
          <InfoPanel id={id} label={label} opened={opened} onClose={close}>
            {children}
          </InfoPanel>
        )}
      </Suspense>
    </>
  );
}
