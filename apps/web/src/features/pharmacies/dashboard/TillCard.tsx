import type { Dashboard, TillLacks, TillStatus } from '@portal/contracts';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { Section } from '../../../ui/Section.tsx';
import { RemoveTill } from './RemoveTill.tsx';
import classes from './TillCard.module.css';
import { TillList, useTillName } from './TillList.tsx';

type Props = {
  /** All of them at once. */
  till: TillStatus;
  tills: Dashboard['tills'];
  lacks: TillLacks | null;
  /** A file that may be confirmed is a line of what is to do (rule 2.45). */
  hasFile: boolean;
  children?: ReactNode;
};

/** Rules 2.12, 9.6, 9.20 and 22.5. */
export function TillCard({ till, tills, lacks, hasFile, children }: Props) {
  const { t } = useTranslation();
  const state = lacks ? handState(lacks) : stateOf(till);
  const Icon = ICON[state];
  const [only] = tills;
  const isOnly = tills.length === 1 && only !== undefined;
  const nameOf = useTillName();
  const problems = useProblems(tills.length > 1 || lacks ? undefined : till, isOnly ? only.standOf : null);
  const several = SEVERAL[state];
  // What files bring is a line of what is to do (rule 2.45).
  const isTask =
    state === 'pending' ? lacks?.groups.some(({ account }) => account === 'files') : state !== 'done' && hasFile;
  const fetches = tills.some(({ account }) => account !== 'files');
  const counted = { count: till.pendingCount, formatted: formatCount(till.pendingCount) };
  return (
    <Section title={t('till.title')}>
      <div className={classes.card}>
        {problems.map((problem) => (
          <p key={problem} className={classes.state} data-state="problem">
            <IconAlertTriangle size={18} aria-hidden />
            {problem}
          </p>
        ))}
        {!(state === 'done' && problems.length > 0) && !isTask && (
          <p className={classes.state} data-state={state}>
            <Icon size={18} aria-hidden />
            {lacks && state === 'pending' ? (
              <Lacking lacks={lacks} />
            ) : (
              t(`till.${tills.length > 1 ? several : state}`, counted)
            )}
          </p>
        )}
        {!lacks && !isTask && fetches && tills.length < 2 && till.reload && till.pendingCount > 0 && (
          <p className={classes.detail}>{t('till.whole', counted)}</p>
        )}
        {tills.length < 2 && lacks && <Times loadedAt={lacks.at} by={lacks.userName} />}
        {tills.length < 2 && !lacks && till.loadedAt && <Times loadedAt={till.loadedAt} seenAt={till.seenAt} />}
        {tills.length > 1 && <TillList tills={tills} />}
        <div className={classes.ways}>
          <Link to="kassenabgleich">{t('till.check')}</Link>
          {isOnly && <RemoveTill till={only} name={nameOf(only)} />}
        </div>
        {children && <div className={classes.actions}>{children}</div>}
      </div>
    </Section>
  );
}

/** Rules 9.22 and 9.23. */
function useProblems(till: TillStatus | undefined, standOf: string | null): string[] {
  const { t } = useTranslation();
  if (!till) return [];
  const { refused, differsSince } = till;
  return [
    ...(standOf ? [t('till.standOf', { date: formatInstant(standOf, 'dd.MM.yyyy HH:mm') })] : []),
    ...(refused > 0 ? [t('till.refused', { count: refused, formatted: formatCount(refused) })] : []),
    ...(differsSince ? [t('till.differs', { date: formatInstant(differsSince).slice(0, 6) })] : []),
  ];
}

function Lacking({ lacks: { groups } }: { lacks: TillLacks }) {
  const { t } = useTranslation();
  const count = groups.reduce((sum, { changed }) => sum + changed, 0);
  return t('till.lackAny', { count, formatted: formatCount(count) });
}

function Times({ loadedAt, by, seenAt }: { loadedAt: string; by?: string; seenAt?: string | null }) {
  const { t } = useTranslation();
  const date = formatInstant(loadedAt, 'dd.MM.yyyy HH:mm');
  return (
    <dl className={classes.times}>
      <dt>{t('till.loadedAt')}</dt>
      <dd>{by === undefined ? date : t('till.loadedBy', { date, name: by })}</dd>
      {seenAt !== undefined && (
        <>
          <dt>{t('till.seenAt')}</dt>
          <dd>{formatInstant(seenAt, 'dd.MM.yyyy HH:mm')}</dd>
        </>
      )}
    </dl>
  );
}

type State = 'never' | 'reload' | 'pending' | 'done';
const ICON = { never: IconPlugConnectedX, reload: IconClock, pending: IconClock, done: IconCircleCheck } as const;

const SEVERAL = { never: 'never', reload: 'reloadAny', pending: 'lackAny', done: 'doneAll' } as const;

function stateOf({ loadedAt, reload, pendingCount }: TillStatus): State {
  if (loadedAt === null) return 'never';
  if (reload) return 'reload';
  return pendingCount > 0 ? 'pending' : 'done';
}

function handState({ reload, groups }: TillLacks): State {
  if (reload) return 'reload';
  return groups.length > 0 ? 'pending' : 'done';
}
