import { Button, Popover } from '@mantine/core';
import { CHANGE_BARS, type ReviewSummary } from '@portal/list-view';
import { IconChartBar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import type { GuardedReview } from '../judging/use-review.ts';
import { Worth } from '../review/Worth.tsx';
import classes from './confirm.module.css';

type Props = {
  review: GuardedReview;
  summary: ReviewSummary;
  /** The rows that are saved or approved. */
  rows: readonly number[];
  /** Prices from a later day on. */
  later: number;
};

const COUNTED = ['up', 'down', 'unchanged', 'added', 'leaving', 'ownPricesEnd'] as const;

/** Rule 14.27. */
export function ConfirmCounts({ review, summary, rows, later }: Props) {
  const { t } = useTranslation('review');
  const counted = COUNTED.filter((name) => summary[name] > 0);
  return (
    <section className={classes.counts} aria-label={t('summary.title')}>
      <ul className={classes.numbers} translate="no">
        {counted.map((name) => (
          <li key={name}>
            <strong>{formatCount(summary[name])}</strong> <span>{t(`summary.${name}`, { count: summary[name] })}</span>
          </li>
        ))}
        {later > 0 && (
          <li>
            <strong>{formatCount(later)}</strong> <span>{t('summary.later', { count: later })}</span>
          </li>
        )}
      </ul>
      {summary.up + summary.down > 0 && <Distribution bars={summary.bars} />}
      <Worth review={review} rows={rows} />
    </section>
  );
}

function Distribution({ bars }: { bars: readonly number[] }) {
  const { t } = useTranslation('review');
  return (
    <Popover position="bottom-start" withArrow trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<IconChartBar aria-hidden size={16} />}>
          <span className={classes.distribution}>{t('summary.distribution')}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.chartTitle} tabIndex={-1} data-autofocus>
          {t('summary.chart')}
        </p>
        <Chart bars={bars} />
        <p className={classes.chartUnit}>{t('summary.chartUnit')}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Pixels. */
const WIDTH = 40;
const HEIGHT = 64;

/** How many prices move by how much; the numbers stand on the bars. */
function Chart({ bars }: { bars: readonly number[] }) {
  const { t } = useTranslation('review');
  const most = Math.max(...bars);
  const end = (at: number) => (at < 0 || at >= CHANGE_BARS.length ? '' : `${percent(CHANGE_BARS[at] as number)} %`);
  const texts = bars.map((count, at) =>
    t('summary.bar', { from: end(at - 1) || '…', to: end(at) || '…', number: formatCount(count) }),
  );
  return (
    <svg
      role="img"
      aria-label={`${t('summary.chart')}: ${texts.join('; ')}`}
      width={bars.length * WIDTH}
      height={HEIGHT + 28}
    >
      {bars.map((count, at) => {
        const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
        const middle = at * WIDTH + WIDTH / 2;
        return (
          <g key={CHANGE_BARS[at] ?? 'last'}>
            <rect
              className={classes.bar}
              x={at * WIDTH + 3}
              y={14 + HEIGHT - height}
              width={WIDTH - 6}
              height={height}
            />
            {count > 0 && (
              <text className={classes.barText} x={middle} y={10 + HEIGHT - height} textAnchor="middle">
                {formatCount(count)}
              </text>
            )}
            {at < CHANGE_BARS.length && (
              <text className={classes.barText} x={(at + 1) * WIDTH} y={HEIGHT + 26} textAnchor="middle">
                {percent(CHANGE_BARS[at] as number)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

const percent = (value: number) => String(value).replace('-', '−');
