import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './TodoItem.module.css';

type Props = {
  /** Prices that are wrong somewhere. */
  urgent?: boolean;
  /** A button or link. */
  action: ReactNode;
  children: ReactNode;
};

/** One line of what is to do (rule 2.45). */
export function TodoItem({ urgent = false, action, children }: Props) {
  const Icon = urgent ? IconAlertTriangle : IconArrowRight;
  return (
    <li className={classes.item} data-urgent={urgent || undefined}>
      <Icon size={18} aria-hidden />
      <span className={classes.text}>{children}</span>
      {action}
    </li>
  );
}
