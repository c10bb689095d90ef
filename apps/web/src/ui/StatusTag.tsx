import type { Icon } from '@tabler/icons-react';
import classes from './StatusTag.module.css';

export type StatusTone = 'good' | 'info' | 'warn' | 'bad' | 'quiet';

/** A status is told by colour, word and icon together. */
export function StatusTag({ tone, icon: TagIcon, children }: { tone: StatusTone; icon: Icon; children: string }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      <TagIcon size={14} stroke={2} aria-hidden />
      {children}
    </span>
  );
}
