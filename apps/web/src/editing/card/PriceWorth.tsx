import { type ArticleWorth, type Review, worthOf } from '@portal/list-view';
import { type Cents, formatCents, formatDifference } from '@portal/rules';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { type Column, Table } from '../../ui/table/Table.tsx';
import classes from './card.module.css';
import { vatText } from './vat-text.ts';

type Amount = Cents | null | undefined;
/** Its name, today, next, and the difference. */
type Line = [name: string, today: Amount, next: Amount, difference: Amount];

/** Rules 14.1 to 14.6. Where the price stays, today's figures alone. */
export function PriceWorth({ review, row, sold }: { review: Review; row: number; sold: Amount }) {
  const { t } = useTranslation('priceCard');
  const worth = worthOf(review, row);
  const { before, after, change, vatPercent, vatAssumed, units } = worth;
  if (!before && !after) return <p className={classes.quiet}>{t('worth.noPrice')}</p>;
  const stays = before?.price === after?.price;
  const vat = vatText(vatAssumed ? null : vatPercent, t);
  const rows: Line[] = [
    [t('worth.price'), before?.price ?? sold, after?.price, change?.price],
    [t('worth.net', { vat }), before?.net, after?.net, change?.listMargin],
    [t('worth.listMargin'), before?.listMargin, after?.listMargin, change?.listMargin],
    [
      units === null ? t('worth.grossProfit') : t('worth.grossProfitOf', { count: units, units: formatCount(units) }),
      before?.grossProfit,
      after?.grossProfit,
      change?.grossProfit,
    ],
  ];
  const euros = (cents: Amount) => (cents == null ? '–' : `${formatCents(cents)} €`);
  // Only what a pack or all of them earn can be negative.
  const amount = (cents: Amount) =>
    cents != null && cents < 0 ? (
      <span className={classes.loss}>
        {euros(cents)} {t('worth.loss')}
      </span>
    ) : (
      euros(cents)
    );
  const changed: Column<Line>[] = [
    { key: 'next', head: t('worth.next'), kind: 'figure', cell: ([, , next]) => amount(next) },
    {
      key: 'difference',
      head: t('worth.difference'),
      kind: 'figure',
      cell: ([, , , difference]) => (difference == null ? '–' : formatDifference(difference)),
    },
  ];
  return (
    <>
      <Table
        className={classes.worth}
        columns={[
          { key: 'what', head: t('worth.what'), headless: true, kind: 'name', cell: ([name]) => name },
          { key: 'today', head: t('worth.today'), kind: 'figure', cell: ([, today]) => amount(today) },
          ...(stays ? [] : changed),
        ]}
        rows={rows}
        rowKey={([name]) => name}
        dense
      />
      {breakEven(worth, t).map((sentence) => (
        <p key={sentence} className={classes.note}>
          {sentence}
        </p>
      ))}
    </>
  );
}

/** The break-even quantity of a changed price in words, and what is not known. */
function breakEven({ change, breakEven: packs, units, missing }: ArticleWorth, t: TFunction<'priceCard'>): string[] {
  const lacks = missing.map((name) => t(`worth.lack.${name}`)).join(', ');
  const unknown = missing.length > 0 ? [t('worth.missing', { figures: lacks })] : [];
  if (!change || missing.length > 0 || units === 0) return unknown;
  if (packs === 'never') return [t('worth.never')];
  if (packs === 0) return [t('worth.fromFirst')];
  return [t('worth.breakEven', { packs: formatCount(packs ?? 0), units: formatCount(units ?? 0) })];
}
