import { Button } from '@mantine/core';
import { basePrice, basePriceText, formatCents, isOpenLabel } from '@portal/rules';
import { IconCheck, IconExternalLink, IconTag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/format.ts';
import classes from './shelf.module.css';
import type { ShelfArticle } from './shelf-articles.ts';

type Props = {
  article: ShelfArticle;
  listPath: string;
  collected: boolean;
  onCollect: (isOn: boolean) => void;
};

/** Rule 21.3. */
export function ArticleCard({ article, listPath, collected, onCollect }: Props) {
  const { t } = useTranslation('shelf');
  const {
    pzn,
    name,
    content,
    producer,
    productGroup,
    effectivePrice,
    shelfPrice,
    labelState,
    tillLoadedAt,
    isPending,
  } = article;
  const isOpen = isOpenLabel(labelState);
  const list = `${listPath}/${productGroup}?${new URLSearchParams({ q: pzn }).toString()}`;
  return (
    <article className={classes.card} aria-label={t('article.label')}>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.about}>{[content, producer, t('article.pzn', { pzn })].filter(Boolean).join(' · ')}</p>
      {effectivePrice === null ? (
        <>
          <p className={classes.price}>{t('article.noPrice')}</p>
          <p className={classes.base}>{t('article.excluded')}</p>
        </>
      ) : (
        <>
          <p className={classes.price}>{formatCents(effectivePrice)} €</p>
          <BasePrice price={effectivePrice} content={content} />
        </>
      )}
      <dl className={classes.facts}>
        <dt>{t('fact.label')}</dt>
        <dd data-open={isOpen || undefined}>
          {t(`labelState.${labelState}`, { price: shelfPrice === null ? '' : formatCents(shelfPrice) })}
        </dd>
        <dt>{t('fact.till')}</dt>
        <dd data-open={isPending || undefined}>
          {isPending
            ? t('till.pending')
            : tillLoadedAt === null
              ? t('till.unknown')
              : t('till.loaded', { day: formatInstant(tillLoadedAt) })}
        </dd>
      </dl>
      <div className={classes.actions}>
        <Button
          variant={isOpen && !collected ? 'filled' : 'default'}
          leftSection={collected ? <IconCheck size={18} aria-hidden /> : <IconTag size={18} aria-hidden />}
          aria-pressed={collected}
          disabled={labelState === 'none'}
          onClick={() => onCollect(!collected)}
        >
          {t(collected ? 'collected' : effectivePrice === null ? 'collectRemoved' : 'collect')}
        </Button>
        <Button
          variant="default"
          component="a"
          href={list}
          target="_blank"
          rel="noopener"
          aria-label={t('priceOf', { name })}
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('price')}
        </Button>
      </div>
    </article>
  );
}

/** Rules 16.1 to 16.4; nothing where none is needed. */
function BasePrice({ price, content }: { price: number; content: string | null }) {
  const { t } = useTranslation('shelf');
  const found = basePrice(price, content);
  if (typeof found !== 'string')
    return <p className={classes.base}>{t('article.basePrice', { price: basePriceText(found) })}</p>;
  return found === 'unreadable' ? <p className={classes.base}>{t('article.noBasePrice')}</p> : null;
}
