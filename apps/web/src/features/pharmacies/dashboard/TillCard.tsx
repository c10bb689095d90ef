import type { TillStatus } from '@portal/contracts';
import { IconCircleCheck, IconClock, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { Section } from '../../../ui/Section.tsx';
import classes from './TillCard.module.css';

/** When the till last loaded prices, and what it has still to load (rules 2.12 and 9.6). */
export function TillCard({ till, children }: { till: TillStatus; children?: ReactNode }) {
  const { t } = useTranslation();
  const state = stateOf(till);
  const Icon = ICON[state];
  const counted = { count: till.pendingCount, formatted: formatCount(till.pendingCount) };
  return (
    <Section title={t('till.title')}>
      <div className={classes.card}>
        <p className={classes.state} data-state={state}>
          <Icon size={18} aria-hidden />
          {t(`till.${state}`, counted)}
        </p>
        {till.reload && till.pendingCount > 0 && <p className={classes.detail}>{t('till.whole', counted)}</p>}
        {till.loadedAt && (
          <dl className={classes.times}>
            <dt>{t('till.loadedAt')}</dt>
            <dd>{formatInstant(till.loadedAt, 'dd.MM.yyyy HH:mm')}</dd>
            <dt>{t('till.seenAt')}</dt>
            <dd>{formatInstant(till.seenAt, 'dd.MM.yyyy HH:mm')}</dd>
          </dl>
        )}
        {children && <div className={classes.actions}>{children}</div>}
      </div>
    </Section>
  );
}

type State = 'never' | 'reload' | 'pending' | 'done';
const ICON = { never: IconPlugConnectedX, reload: IconClock, pending: IconClock, done: IconCircleCheck } as const;

function stateOf({ loadedAt, reload, pendingCount }: TillStatus): State {
  if (loadedAt === null) return 'never';
  if (reload) return 'reload';
  return pendingCount > 0 ? 'pending' : 'done';
}
