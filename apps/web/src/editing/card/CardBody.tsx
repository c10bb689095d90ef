import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CardArticle } from './card-article.ts';
import { CardPrice } from './CardPrice.tsx';
import { CardSection } from './CardSection.tsx';
import { Figures } from './Figures.tsx';
import classes from './card.module.css';
import { soldAt } from '../parts/sold-at.ts';
import { Packs } from './Packs.tsx';
import { PriceBar } from './PriceBar.tsx';
import { PriceHistory } from './PriceHistory.tsx';
import { useGetPriceHistoryQuery } from './price-history-api.ts';
import { PriceWay } from './PriceWay.tsx';
import { PriceWorth } from './PriceWorth.tsx';
import { Details, Prices, Reasons } from './Why.tsx';

export default function CardBody(props: CardArticle) {
  const { model, row, review, type, params, sourceOf, onOpen, compact, settled } = props;
  const { t } = useTranslation('priceCard');
  const history = useGetPriceHistoryQuery({ params }, { refetchOnMountOrArgChange: true, skip: !settled });
  const sold = soldAt(model, row, review?.columns.priceTypeBefore[row]);
  const facts = review && { ...props, review, history: history.currentData };
  return (
    <div className={classes.card} data-compact={compact || undefined}>
      {facts ? (
        <>
          <CardSection title={t('why.title')}>
            <CardPrice review={facts.review} row={row} type={type} sold={sold} />
            <Reasons review={facts.review} row={row} />
            <PriceBar review={facts.review} row={row} sold={sold} />
            <Figures review={facts.review} model={model} row={row} sourceOf={sourceOf} />
            <Prices {...facts} />
          </CardSection>
          <CardSection title={t('worth.title')}>
            <PriceWorth review={facts.review} row={row} sold={sold} />
          </CardSection>
        </>
      ) : (
        <Skeleton height={240} role="status" aria-label={t('loading')} />
      )}
      <CardSection title={t('way.title')}>
        <PriceWay params={params} settled={settled} />
      </CardSection>
      <CardSection title={t('history.title')}>
        <PriceHistory query={history} params={params} compact={compact} />
      </CardSection>
      {facts && (
        <>
          <CardSection title={t('packs.title')}>
            <Packs review={facts.review} row={row} content={model.columns.content} onOpen={onOpen} />
          </CardSection>
          <CardSection title={t('details.title')}>
            <Details {...facts} />
          </CardSection>
        </>
      )}
    </div>
  );
}
