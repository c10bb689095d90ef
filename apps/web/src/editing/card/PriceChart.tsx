import { useElementSize } from '@mantine/hooks';
import type { PriceHistoryRow } from '@portal/contracts';
import { type Cents, formatCents } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/format.ts';
import classes from './history.module.css';

/** Before the width of the card is known. */
const FIRST_WIDTH = 640;
const HEIGHT = 132;
const LEFT = 56;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 24;

/** Share of the width: its duration is unknown. */
const FORMER_PART = 0.08;

/** Without an entry it is what stood before the first one. */
type Point = { readonly at: number; readonly price: Cents | null; readonly entry?: PriceHistoryRow };

/** Steps: a price holds until the next change; an exclusion is a gap. */
export function PriceChart({ entries }: { entries: readonly PriceHistoryRow[] }) {
  const { t } = useTranslation('priceCard');
  const [now] = useState(Date.now);
  const { ref, width: measured } = useElementSize();
  const width = measured || FIRST_WIDTH;
  const changes = entries
    .map((entry) => ({ at: Date.parse(entry.createdAt), price: entry.effectivePrice, entry }))
    .sort((a, b) => a.at - b.at);
  const points = [...formerPoint(changes, now), ...changes];
  const prices = points.map(({ price }) => price).filter((price) => price !== null);
  const first = points[0];
  if (!first || points.length < 2 || prices.length === 0) return null;
  const [from, until] = [first.at, Math.max(now, (points.at(-1) as Point).at)];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = (at: number) => LEFT + ((at - from) / Math.max(1, until - from)) * (width - LEFT - RIGHT);
  const y = (price: number) =>
    high === low ? (TOP + HEIGHT - BOTTOM) / 2 : TOP + ((high - price) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const euros = (price: Cents) => `${formatCents(price)} €`;
  const label = t('history.chart', { low: euros(low), high: euros(high) });
  return (
    <div ref={ref}>
      <svg className={classes.chart} width={width} height={HEIGHT} role="img" aria-label={label}>
        {(high === low ? [low] : [high, low]).map((price) => (
          <g key={price}>
            <line className={classes.grid} x1={LEFT} x2={width - RIGHT} y1={y(price)} y2={y(price)} />
            <text className={classes.axis} x={LEFT - 6} y={y(price) + 4} textAnchor="end">
              {euros(price)}
            </text>
          </g>
        ))}
        <path className={classes.line} d={stepPath(points, until, x, y)} />
        {points.map(
          ({ at, price, entry }) =>
            price !== null && (
              <circle key={`${at} ${price}`} className={classes.dot} cx={x(at)} cy={y(price)} r={3}>
                <title>{[euros(price), ...wordsOf(entry, t('history.former'))].join(' · ')}</title>
              </circle>
            ),
        )}
        <text className={classes.axis} x={LEFT} y={HEIGHT - 6}>
          {first.entry ? formatInstant(new Date(from).toISOString()) : t('history.former')}
        </text>
        <text className={classes.axis} x={width - RIGHT} y={HEIGHT - 6} textAnchor="end">
          {formatInstant(new Date(until).toISOString())}
        </text>
      </svg>
    </div>
  );
}

/** The price before the first change, where it is known. */
function formerPoint(changes: readonly Required<Point>[], now: number): Point[] {
  const [first] = changes;
  const former = first?.entry.former;
  return former ? [{ at: first.at - Math.max(1, now - first.at) * FORMER_PART, price: former.effectivePrice }] : [];
}

function wordsOf(entry: PriceHistoryRow | undefined, former: string): string[] {
  return entry ? [entry.event, entry.username, ...(entry.reason ? [entry.reason] : [])] : [former];
}

/** Horizontal until the next change, then up or down; begins again behind a gap. */
function stepPath(points: readonly Point[], until: number, x: (at: number) => number, y: (price: number) => number) {
  return points
    .map(({ at, price }, index) => {
      if (price === null) return '';
      const joins = index > 0 && points[index - 1]?.price !== null;
      const end = points[index + 1]?.at ?? until;
      return `${joins ? 'V' : `M${x(at).toFixed(1)} `}${y(price).toFixed(1)}H${x(end).toFixed(1)}`;
    })
    .join('');
}
