import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CardArticle } from './card-article.ts';
import { CardSection } from './CardSection.tsx';
import { Figures } from './Figures.tsx';
import classes from './card.module.css';
import { Packs } from './Packs.tsx';
import { PriceBar } from './PriceBar.tsx';
import { PriceHistory } from './PriceHistory.tsx';
import { useGetPriceHistoryQuery } from './price-history-api.ts';
import { PriceWorth } from './PriceWorth.tsx';
import { Why } from './Why.tsx';

export default function CardBody(props: CardArticle) {
  const { model, row, review, params, sourceOf, onOpen } = props;
  const { t } = useTranslation('priceCard');
  const history = useGetPriceHistoryQuery({ params }, { refetchOnMountOrArgChange: true });
  return (
    <div className={classes.card}>
      {review ? (
        <>
          <CardSection title={t('why.title')}>
            <PriceBar review={review} row={row} />
            <Figures review={review} model={model} row={row} sourceOf={sourceOf} />
            <Why {...props} review={review} history={history.currentData} />
          </CardSection>
          <CardSection title={t('worth.title')}>
            <PriceWorth review={review} row={row} />
          </CardSection>
          <CardSection title={t('packs.title')}>
            <Packs review={review} row={row} content={model.columns.content} onOpen={onOpen} />
          </CardSection>
        </>
      ) : (
        <Skeleton height={240} aria-label={t('loading')} />
      )}
      <CardSection title={t('history.title')}>
        <PriceHistory query={history} params={params} />
      </CardSection>
    </div>
  );
}
