import { type Review, worthOf } from '@portal/list-view';
import { type Cents, formatCents, formatWhole, PRICE_TYPE, type PriceType } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { PriceChange } from '../parts/PriceChange.tsx';
import classes from './card.module.css';

type Props = {
  review: Review;
  row: number;
  /** Of the price that will be in force. */
  type: PriceType;
  /** Today's price of a new article. */
  sold: Cents | null;
};

/** The price today and afterwards, and in one line what it earns (rule 14.31). */
export function CardPrice({ review, row, type, sold }: Props) {
  const { t } = useTranslation('priceCard');
  const { before, after } = worthOf(review, row);
  const lines = [
    ['margin', before?.listMargin, after?.listMargin, formatCents],
    ['grossProfit', before?.grossProfit, after?.grossProfit, formatWhole],
  ] as const;
  const earns = lines.flatMap(([name, was, is, format]) => {
    const [first, last] = [was ?? is, is ?? was];
    if (first == null || last == null) return [];
    const change = first === last ? '' : `${format(first)} → `;
    return [t(`earns.${name}`, { euros: `${change}${format(last)}` }).replaceAll(' ', '\u00a0')];
  });
  return (
    <div className={classes.first} translate="no">
      <PriceChange
        was={before?.price ?? null}
        is={after?.price ?? null}
        excluded={type === PRICE_TYPE.exclusion}
        sold={sold}
      />
      {earns.length > 0 && <p className={classes.earns}>{earns.join(' · ')}</p>}
    </div>
  );
}
