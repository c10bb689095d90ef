import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Info } from '../info/Info.tsx';
import classes from './screen.module.css';

type Props = {
  color: 'yellow' | 'orange' | 'blue' | 'gray';
  icon: Icon;
  /** What is said in one line. */
  text: ReactNode;
  /** The explanation, behind the i. */
  more?: ReactNode;
  role?: 'status';
  /** Buttons after it. */
  children?: ReactNode;
};

/** What everybody has to know of a list, in one line; only hints can be closed. */
export function Notice({ color, icon: Sign, text, more, role, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.strip} data-color={color} role={role ?? 'note'}>
      <Sign aria-hidden size={16} />
      <span className={classes.stripText}>{text}</span>
      {more && <Info label={t('notice.more')}>{more}</Info>}
      {children}
    </div>
  );
}
