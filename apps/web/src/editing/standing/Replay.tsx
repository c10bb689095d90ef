import type { ReplayedUpdate } from '@portal/contracts';
import { formatWholeDifference, PACKAGE_KINDS } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import classes from './standing.module.css';

type Props = { updates: readonly ReplayedUpdate[] | undefined; error: unknown };

/** What the rule had done to former updates (rule 18.11). */
export function Replay({ updates, error }: Props) {
  const { t } = useTranslation(['standing', 'common']);
  if (error) return <p role="alert">{errorMessage(error)}</p>;
  if (!updates) return <p role="status">{t('replay.loading')}</p>;
  if (updates.length === 0) return <p role="status">{t('replay.none')}</p>;
  const sum = (of: (update: ReplayedUpdate) => number) => updates.reduce((all, update) => all + of(update), 0);
  const counted = (key: 'replay.unknown' | 'replay.floor', count: number) =>
    count === 0 ? [] : [t(key, { count, number: formatCount(count) })];
  const said = [
    t('replay.sum', {
      count: updates.length,
      changes: formatCount(sum(({ changes }) => changes)),
      euros: formatWholeDifference(sum(({ cents }) => cents)),
    }),
    ...counted(
      'replay.floor',
      sum(({ atFloor }) => atFloor),
    ),
  ];
  const unknown = counted(
    'replay.unknown',
    sum((each) => each.unknown),
  );
  return (
    <>
      <p role="status">
        <strong>{`${[said.join(', '), ...unknown].join('; ')}.`}</strong>
      </p>
      <ul className={classes.replayed}>
        {updates.map(({ id, kind, productGroup, arrivedAt, changes, rows, cents, left }) => (
          <li key={id}>
            {t('replay.update', {
              kind: PACKAGE_KINDS[kind].german.noun,
              group: t(`common:productGroup.${productGroup}`),
              day: formatInstant(arrivedAt),
              changes: formatCount(changes),
              rows: formatCount(rows),
              euros: formatWholeDifference(cents),
            })}
            {left && ` · ${left}`}
          </li>
        ))}
      </ul>
    </>
  );
}
