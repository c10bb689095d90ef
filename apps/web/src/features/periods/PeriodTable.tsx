import { Button } from '@mantine/core';
import type { PricePeriod } from '@portal/contracts';
import { addDays, type Cents, dayNumberOf, formatCents, formatDay } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccess } from '../../auth/use-access.ts';
import { nameWithPack } from '../../lib/name-with-pack.ts';
import { Table } from '../../ui/table/Table.tsx';
import classes from './periods.module.css';

type Props = {
  rows: readonly PricePeriod[];
  /** The server's day. */
  today: string;
  listPath: string;
  empty: string;
  onEnd: (period: PricePeriod) => void;
};

/** Rows drawn at first, and each time more are asked for. */
const PAGE = 100;
/** The strip begins a week ago. */
const DAYS_BEFORE = 7;
const MIN_DAYS = 42;
/** Of the strip, before today: else the first day and 'heute' would cover each other. */
const MIN_LABEL_PERCENT = 14;

/** One row each, with its days on a strip that all share. */
export function PeriodTable({ rows, today, listPath, empty, onEnd }: Props) {
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
  const spanOf = ({ validFrom, validTo }: PricePeriod) =>
    validTo === null
      ? t('from', { from: formatDay(validFrom, today) })
      : t('span', { from: formatDay(validFrom, today), to: formatDay(validTo, today) });
  const scale = (
    <span className={classes.scale}>
      <span>{at(today) >= MIN_LABEL_PERCENT && formatDay(from, today)}</span>
      <span style={{ left: `${at(today)}%` }} className={classes.today}>
        {t('today')}
      </span>
      <span>{formatDay(last, today)}</span>
    </span>
  );
  return (
    <Table
      className={classes.table}
      columns={[
        {
          key: 'article',
          head: t('article'),
          kind: 'name',
          leads: true,
          cell: ({ pzn, name, content, productGroup, userName }) => (
            <>
              <Link to={`${listPath}/${productGroup}?q=${pzn}`}>{nameWithPack(name || pzn, content)}</Link>
              <span className={classes.detail}>
                {pzn} · {t(`common:productGroup.${productGroup}`)} · {userName}
              </span>
            </>
          ),
        },
        { key: 'price', head: t('price'), kind: 'figure', cell: ({ effectivePrice }) => euros(effectivePrice) },
        { key: 'days', head: t('days'), kind: 'short', cell: spanOf },
        {
          key: 'strip',
          head: t('strip'),
          drawnHead: scale,
          className: classes.strip,
          cell: (period) => {
            const { state, validFrom, validTo } = period;
            const width = at(addDays(validTo ?? validFrom, 1)) - at(validFrom);
            return (
              <span role="img" aria-label={spanOf(period)}>
                <span
                  className={classes.bar}
                  data-state={state}
                  style={{ left: `${at(validFrom)}%`, width: `max(6px, ${width}%)` }}
                />
                <span className={classes.now} style={{ left: `${at(today)}%` }} />
              </span>
            );
          },
        },
        {
          key: 'afterwards',
          head: t('afterwards'),
          ...(rows[0]?.state === 'ended' ? {} : { kind: 'figure' as const, labelled: true }),
          className: classes.afterwards,
          cell: ({ state, endedBy, validTo, effectivePriceAfter }) => {
            if (state === 'ended') return t('endedBy', { name: endedBy ?? '' });
            return validTo === null ? t('stays') : euros(effectivePriceAfter);
          },
        },
        {
          key: 'action',
          head: t('action'),
          headless: true,
          kind: 'actions',
          cell: (period) =>
            period.state !== 'ended' &&
            mayEnd && (
              <Button variant="default" size="compact-sm" onClick={() => onEnd(period)}>
                {t(`end.${period.state}`)}
              </Button>
            ),
        },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      foldsBelow="48em"
      more={{ first: PAGE, step: PAGE, text: (shown) => t('more', { number: rows.length - shown }) }}
    />
  );
}
