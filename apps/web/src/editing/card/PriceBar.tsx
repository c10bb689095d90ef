import { useElementSize } from '@mantine/hooks';
import { type Reference, referencesOf, type Review } from '@portal/list-view';
import { type Cents, formatCents } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import classes from './card.module.css';
import { type Mark, placeMarks } from './place-marks.ts';

const LANE = 16;
const BAR = 10;
/** Before the width of the card is known. */
const FIRST_WIDTH = 320;

type Props = {
  review: Review;
  row: number;
  /** Today's price of a new article. */
  sold: Cents | null;
};

export function PriceBar({ review, row, sold }: Props) {
  const { t } = useTranslation('priceCard');
  const { ref, width: measured } = useElementSize();
  const width = measured || FIRST_WIDTH;
  // A doubtful price would set the scale and push all others together (rule 14.60).
  const references = referencesOf(review, row).filter(({ doubtful }) => !doubtful);
  const today = review.columns.before[row] ?? sold;
  const marks = marksOf(review, row, today, references, (name, price) => `${t(`mark.${name}`)} ${formatCents(price)}`);
  if (!marks.some(({ above }) => !above)) return <p className={classes.quiet}>{t('bar.nothing')}</p>;
  const placed = placeMarks(marks, width);
  const lanes = (above: boolean) => Math.max(0, ...placed.map((mark) => (mark.above === above ? mark.lane + 1 : 0)));
  const top = lanes(true) * LANE + 6;
  const height = top + BAR + 6 + lanes(false) * LANE;
  const xOf = (name: Reference['name']) => {
    const price = references.find((each) => each.name === name)?.price;
    return placed.find((mark) => mark.price === price)?.x;
  };
  const [from, to] = [xOf('umfeldMin'), xOf('umfeldMax')];
  return (
    <div ref={ref}>
      <svg
        className={classes.bar}
        width={width}
        height={height}
        role="img"
        aria-label={t('bar.label', { prices: placed.map(({ label }) => `${label} €`).join(', ') })}
      >
        <rect className={classes.track} x={0} y={top} width={width} height={BAR} rx={2} />
        {from !== undefined && to !== undefined && (
          <rect className={classes.around} x={from} y={top} width={Math.max(0, to - from)} height={BAR} />
        )}
        {placed.map(({ label, above, x, lane }) => (
          <line
            key={label}
            className={above ? classes.own : classes.other}
            x1={x}
            x2={x}
            y1={above ? top - lane * LANE - 4 : top}
            y2={above ? top + BAR : top + BAR + 4 + lane * LANE}
          />
        ))}
        {placed.map(({ label, above, labelX, lane }) => (
          <text
            key={label}
            className={above ? classes.ownLabel : classes.label}
            x={labelX}
            y={above ? top - 7 - lane * LANE : top + BAR + 15 + lane * LANE}
          >
            {label}
          </text>
        ))}
      </svg>
    </div>
  );
}

type Named = 'today' | 'next' | 'price' | Reference['name'];

function marksOf(
  { columns }: Review,
  row: number,
  was: Cents | null,
  references: readonly Reference[],
  labelOf: (name: Named, price: Cents) => string,
): Mark[] {
  const is = columns.after[row] ?? null;
  const own: [Named, Cents | null][] =
    was === is
      ? [['price', is]]
      : [
          ['today', was],
          ['next', is],
        ];
  const others = references.map(({ name, price }): [Named, Cents | null] => [name, price]);
  const marks = (named: [Named, Cents | null][], above: boolean) =>
    named.flatMap(([name, price]) => (price === null ? [] : [{ label: labelOf(name, price), price, above }]));
  return [...marks(own, true), ...marks(others, false)];
}
