import type { PriceHistoryRow } from '@portal/contracts';
import { endingPercentOf, type Review, unjudgedOf } from '@portal/list-view';
import {
  isoDay,
  type Cents,
  type Elasticity,
  formatCents,
  formatDay,
  formatPercent,
  isElasticityColumn,
  PRICE_TYPE,
  type PriceType,
  storedColumnNames,
} from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { breachText, chipTexts, flagsText, textsBeyondFigures } from '../judging/flag-text.ts';
import { chips } from '../parts/chips.tsx';
import { soldAt } from '../parts/sold-at.ts';
import type { CardArticle } from './card-article.ts';
import classes from './card.module.css';
import { useOrigin } from './use-origin.ts';

type Props = Pick<CardArticle, 'model' | 'row' | 'type' | 'entered' | 'group'> & {
  review: Review;
  /** undefined as long as it is not known */
  history: readonly PriceHistoryRow[] | undefined;
};
type Fact = readonly [name: string, text: string];

/** Why the row is to be reviewed, as its cell in the list says it; in full as the title. */
export function Reasons({ review, row }: Pick<Props, 'review' | 'row'>) {
  const { t } = useTranslation('review');
  const { t: words } = useTranslation('priceCard');
  const texts = chipTexts(review, row, t);
  if (texts.length === 0) return null;
  const inWords = [breachText(review, row, t), ...textsBeyondFigures(review, row, t)].filter(Boolean);
  return (
    <div role="group" aria-label={words('why.toReview')} className={classes.reasons}>
      {chips(texts, Infinity, flagsText(review, row, review.columns.name, t), String)}
      {inWords.map((text) => (
        <p key={text} className={classes.note}>
          {text}
        </p>
      ))}
    </div>
  );
}

/** Its price today and afterwards. */
export function Prices(props: Props) {
  return <Facts facts={usePrices(props)} />;
}

/** What else is known of the article; what is not is named (rule 14.31). */
export function Details(props: Props) {
  const { review, row } = props;
  const { t } = useTranslation('review');
  const { t: words } = useTranslation('priceCard');
  const product = useProduct(props);
  const calculation = useCalculation(props);
  const unjudged = unjudgedOf(review, row).map((reason) => t(`reason.${reason}`));
  const unknown: Fact[] = unjudged.length === 0 ? [] : [[words('why.unjudged'), unjudged.join(', ')]];
  return <Facts facts={[...calculation, ...product, ...unknown]} />;
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, text]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function usePrices({ model, row, review, type, entered, history }: Props): Fact[] {
  const { t } = useTranslation(['priceCard', 'editing']);
  const originOf = useOrigin(history);
  const [berlinToday] = useState(() => isoDay(new Date()));
  const { before, after, priceTypeBefore, ownPriceSince } = review.columns;
  const was = before[row] ?? null;
  const is = after[row] ?? null;
  const typeBefore = priceTypeBefore[row] ?? null;
  const named = (of: PriceType, price: Cents | null) =>
    [t(`editing:type.${of}`), price !== null && `${formatCents(price)} €`].filter(Boolean).join(' ');
  const today = () => {
    if (typeBefore === null || (was === null && typeBefore !== PRICE_TYPE.exclusion)) {
      const sold = soldAt(model, row, typeBefore);
      return sold === null ? t('why.none') : t('why.sold', { price: formatCents(sold) });
    }
    const origin = originOf({ type: typeBefore, price: was, changedAt: ownPriceSince[row] ?? null });
    return [named(typeBefore, was), origin].filter(Boolean).join(', ');
  };
  const lowest = (): Fact[] => {
    const found = history?.[0]?.lowest;
    if (!found) return [];
    const day = formatDay(found.day, berlinToday);
    return [
      [
        t(found.isLower ? 'why.lowestBefore' : 'why.lowest'),
        t('why.lowestAt', { price: formatCents(found.price), day }),
      ],
    ];
  };
  const stays = is === was && type === typeBefore;
  return [
    [t('why.today'), today()],
    ...lowest(),
    ...(stays
      ? []
      : [[t('why.next'), [named(type, is), entered && t('why.entered')].filter(Boolean).join(', ')] as const]),
  ];
}

function useCalculation({ model, row, review }: Props): Fact[] {
  const { t } = useTranslation('priceCard');
  const is = review.columns.after[row] ?? null;
  const calculated = review.columns.calculatedPrice[row] ?? null;
  const former = 'formerCalculatedPrice' in model.columns ? (model.columns.formerCalculatedPrice[row] ?? null) : null;
  const ending = endingPercentOf(review, row);
  return [
    [
      t('why.calculated'),
      [
        calculated === null ? t('missing') : `${formatCents(calculated)} €`,
        former !== null && t('why.former', { price: formatCents(former) }),
      ]
        .filter(Boolean)
        .join(', '),
    ],
    [
      t('why.ending'),
      is === null || ending === null
        ? t('why.endingUnknown')
        : t('why.endingOf', { digit: is % 10, percent: formatPercent(ending) }),
    ],
  ];
}

const ELASTICITIES = storedColumnNames().filter(isElasticityColumn);

/** What the product is, and how it sells. */
function useProduct({ model: { columns }, row, review, group }: Props): Fact[] {
  const { t } = useTranslation(['priceCard', 'editing']);
  const elasticity = (code: Elasticity | null | undefined) =>
    code == null ? t('missing') : t(`editing:elasticity.${code}`);
  const units = review.columns.units[row] ?? null;
  const checkReason = 'checkReason' in columns ? columns.checkReason[row] : null;
  const details = [columns.producer, columns.brand, columns.content, columns.normSize, columns.atc];
  return [
    [t('why.units'), units === null ? t('missing') : t('why.packs', { units: formatCount(units) })],
    ...ELASTICITIES.map((name): Fact => [t(`why.${name}`), elasticity(columns[name][row])]),
    [t('why.group'), t(`why.groups.${group}`)],
    [
      t('why.product'),
      details
        .map((each) => each[row])
        .filter(Boolean)
        .join(' · '),
    ],
    ...(checkReason ? [[t('editing:column.checkReason'), checkReason] as const] : []),
  ];
}
