import { CHANGE_BARS, intersectRows, summarizeReview } from '@portal/list-view';
import { type Cents, deviationPercent, formatCents, formatPercent } from '@portal/rules';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { breachText, flagsText } from './flag-text.ts';
import { Hint } from './Hint.tsx';
import classes from './review.module.css';
import type { GuardedReview } from './use-review.ts';
import { Worth } from './Worth.tsx';

type Props = {
  review: GuardedReview | undefined;
  /** Nothing else is shown: what to look at first is named at once. */
  open: boolean;
  /** The rows that are saved or approved. */
  rows: readonly number[];
  names: readonly string[];
  /** Whether a row becomes an exclusion that it is not today. */
  isExcludedAnew: (row: number) => boolean;
};

/** As many prices against a guardrail are named; the list shows them all. */
const NAMED = 20;
const COUNTED = ['up', 'down', 'unchanged', 'added', 'leaving', 'ownPricesEnd'] as const;

/** Rule 14.27. */
export function ReviewSummary({ review, open, rows, names, isExcludedAnew }: Props) {
  const { t, ready } = useTranslation('review', { useSuspense: false });
  const summary = useMemo(
    () => review && summarizeReview(review, rows, isExcludedAnew),
    [review, rows, isExcludedAnew],
  );
  if (!ready || !review || !summary || rows.length === 0) return null;
  const { before, after } = review.columns;
  const first = [...intersectRows(review.order, rows, review.count).subarray(0, 10)];
  const breaking = [...intersectRows(review.breaking, rows, review.count)];
  const why = (row: number) => flagsText(review, row, names, t);
  const change = (row: number) => {
    const was = before[row] as Cents;
    const is = after[row] as Cents;
    const percent = formatPercent(deviationPercent(is, was) ?? 0, { sign: true });
    return t('summary.largestRow', { name: names[row], was: formatCents(was), is: formatCents(is), percent });
  };
  return (
    <section className={classes.summary} aria-label={t('summary.title')}>
      <dl className={classes.numbers} translate="no">
        {COUNTED.map((name) => (
          <div key={name} className={classes.number}>
            <dt>{t(`summary.${name}`)}</dt>
            <dd>{formatCount(summary[name])}</dd>
          </div>
        ))}
      </dl>
      {summary.up + summary.down > 0 && <Chart bars={summary.bars} />}
      <Rows title={t('summary.first')} rows={first} open={open} text={(row) => `${names[row]}: ${why(row)}`} />
      <Rows title={t('summary.largest')} rows={summary.largest} open={open} text={change} />
      <Rows
        title={t('summary.breakingRows')}
        rows={breaking.slice(0, NAMED)}
        open={open}
        text={(row) => `${names[row]}: ${breachText(review, row, t)}`}
      />
      <div className={classes.summaryHint}>
        {summary.toReview > 0 && <strong>{t('summary.toReview', { number: formatCount(summary.toReview) })} </strong>}
        {breaking.length > 0 && (
          <strong>{t('summary.breaking', { count: breaking.length, number: formatCount(breaking.length) })} </strong>
        )}
        <Worth review={review} rows={rows} />
      </div>
      <Hint of={['summary']} />
    </section>
  );
}

type RowsProps = {
  title: string;
  rows: readonly number[];
  open: boolean;
  text: (row: number) => string;
};

function Rows({ title, rows, open, text }: RowsProps) {
  const [shown, setShown] = useState(open);
  if (rows.length === 0) return null;
  return (
    <details className={classes.rows} open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{title}</summary>
      {shown && (
        // Longer than its room: the keyboard has to get there to scroll.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <ol tabIndex={0} aria-label={title}>
          {rows.map((row) => (
            <li key={row}>{text(row)}</li>
          ))}
        </ol>
      )}
    </details>
  );
}

const WIDTH = 34;
const HEIGHT = 56;

/** How many prices move by how much; the numbers stand on the bars. */
function Chart({ bars }: { bars: readonly number[] }) {
  const { t } = useTranslation('review');
  const most = Math.max(...bars);
  const end = (at: number) => (at < 0 || at >= CHANGE_BARS.length ? '' : `${CHANGE_BARS[at]} %`);
  const texts = bars.map((count, at) =>
    t('summary.bar', { from: end(at - 1) || '…', to: end(at) || '…', number: formatCount(count) }),
  );
  return (
    <svg
      className={classes.chart}
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
              className={classes.chartBar}
              x={at * WIDTH + 3}
              y={14 + HEIGHT - height}
              width={WIDTH - 6}
              height={height}
            />
            {count > 0 && (
              <text className={classes.chartText} x={middle} y={10 + HEIGHT - height} textAnchor="middle">
                {formatCount(count)}
              </text>
            )}
            {at < CHANGE_BARS.length && (
              <text className={classes.chartText} x={(at + 1) * WIDTH} y={HEIGHT + 26} textAnchor="middle">
                {CHANGE_BARS[at]}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
