import { Button } from '@mantine/core';
import type { PricePeriod } from '@portal/contracts';
import { addDays, type Cents, dayNumberOf, formatCents, formatDay } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccess } from '../../auth/use-access.ts';
import { nameWithPack } from '../../lib/name-with-pack.ts';
import classes from './periods.module.css';

type Props = {
  rows: readonly PricePeriod[];
  /** The server's day. */
  today: string;
  listPath: string;
  onEnd: (period: PricePeriod) => void;
};

/** The strip begins a week ago. */
const DAYS_BEFORE = 7;
const MIN_DAYS = 42;
/** Of the strip, before today: else the first day and 'heute' would cover each other. */
const MIN_LABEL_PERCENT = 14;

/** One row each, with its days on a strip that all share. */
export function PeriodTable({ rows, today, listPath, onEnd }: Props) {
  const { t } = useTranslation(['periods', 'common']);
  const { pharmacyCrmIds, staff } = useAccess();
  const from = addDays(today, -DAYS_BEFORE);
  const last = rows.reduce(
    (latest, { validFrom, validTo }) => {
      const end = validTo ?? validFrom;
      return end > latest ? end : latest;
    },
    addDays(from, MIN_DAYS),
  );
  const days = dayNumberOf(last) - dayNumberOf(from) + 1;
  const at = (day: string) => Math.min(100, Math.max(0, ((dayNumberOf(day) - dayNumberOf(from)) / days) * 100));
  const euros = (price: Cents | null) => (price === null ? '–' : `${formatCents(price)} €`);
  const mayEnd = staff || pharmacyCrmIds.length > 0;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('article')}</th>
          <th scope="col" className={classes.amount}>
            {t('price')}
          </th>
          <th scope="col">{t('days')}</th>
          <th scope="col" className={classes.strip} aria-label={t('strip')}>
            <span className={classes.scale}>
              <span>{at(today) >= MIN_LABEL_PERCENT && formatDay(from, today)}</span>
              <span style={{ left: `${at(today)}%` }} className={classes.today}>
                {t('today')}
              </span>
              <span>{formatDay(last, today)}</span>
            </span>
          </th>
          <th scope="col">{t('afterwards')}</th>
          <th scope="col">
            <span className={classes.hidden}>{t('action')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((period) => {
          const {
            id,
            pzn,
            name,
            content,
            productGroup,
            state,
            effectivePrice,
            validFrom,
            validTo,
            effectivePriceAfter,
          } = period;
          const end = validTo ?? validFrom;
          const span =
            validTo === null
              ? t('from', { from: formatDay(validFrom, today) })
              : t('span', { from: formatDay(validFrom, today), to: formatDay(validTo, today) });
          return (
            <tr key={id} data-state={state}>
              <th scope="row">
                <Link to={`${listPath}/${productGroup}?q=${pzn}`}>{nameWithPack(name || pzn, content)}</Link>
                <span className={classes.detail}>
                  {pzn} · {t(`common:productGroup.${productGroup}`)} · {period.userName}
                </span>
              </th>
              <td className={classes.amount}>{euros(effectivePrice)}</td>
              <td className={classes.days}>{span}</td>
              <td className={classes.strip} aria-label={span}>
                <span
                  className={classes.bar}
                  style={{ left: `${at(validFrom)}%`, width: `max(6px, ${at(addDays(end, 1)) - at(validFrom)}%)` }}
                />
                <span className={classes.now} style={{ left: `${at(today)}%` }} />
              </td>
              <td>
                <span className={classes.narrow}>{state !== 'ended' && `${t('afterwards')} `}</span>
                {state === 'ended'
                  ? t('endedBy', { name: period.endedBy ?? '' })
                  : validTo === null
                    ? t('stays')
                    : euros(effectivePriceAfter)}
              </td>
              <td>
                {state !== 'ended' && mayEnd && (
                  <Button variant="default" size="compact-sm" onClick={() => onEnd(period)}>
                    {t(`end.${state}`)}
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
