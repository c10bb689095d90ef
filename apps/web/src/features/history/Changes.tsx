import type { ChangedArticle, ShownPriceState } from '@portal/contracts';
import { formatCents, formatDay, isoDay, PRICE_TYPE } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { nameWithPack } from '../../lib/name-with-pack.ts';
import { serverNow } from '../../lib/server-clock.ts';

type Props = { changed: number; typesOnly: number; article: ChangedArticle | null };

/** 'BRONCHITOVIT 20 St: 7,95 € → 4,95 € und 125 weitere', or how many prices, and how many price types. */
export function Changes({ changed, typesOnly, article }: Props) {
  const { t } = useTranslation('ownHistory');
  const priceText = usePriceText();
  if (article) {
    const { name, content, before, after } = article;
    // what stays is not said twice
    const says = before.effectivePrice === after.effectivePrice ? 'withType' : 'price';
    const prices = { from: priceText(before, says), to: priceText(after, says) };
    const alike = changed > typesOnly ? changed - typesOnly : typesOnly;
    const others = { count: alike - 1, formatted: formatCount(alike - 1) };
    return (
      <>
        <span>
          {t('article', { name: nameWithPack(name, content), ...prices })}
          {alike > 1 && ` ${t('more', others)}`}
        </span>
        {changed > alike && <Count of="types" count={typesOnly} />}
      </>
    );
  }
  return (
    <>
      {changed > typesOnly && <Count of="prices" count={changed - typesOnly} />}
      {typesOnly > 0 && <Count of="types" count={typesOnly} />}
    </>
  );
}

function Count({ of, count }: { of: 'prices' | 'types'; count: number }) {
  const { t } = useTranslation('ownHistory');
  return <span>{t(of, { count, formatted: formatCount(count) })}</span>;
}

/** '5,55 €', '5,55 € (Dauerpreis)', 'Ausschluss' or 'nicht auf der Liste'. */
export function usePriceText() {
  const { t } = useTranslation('ownHistory');
  return (
    { priceType, effectivePrice, until }: ShownPriceState & { until?: string | undefined },
    says: 'price' | 'withType',
  ) => {
    if (priceType === PRICE_TYPE.exclusion) return t('undo.exclusion');
    if (priceType === null || effectivePrice === null) return t('undo.notListed');
    const price = `${formatCents(effectivePrice)} €`;
    if (says === 'price') return price;
    const type = until ? t('undo.until', { day: formatDay(until, isoDay(serverNow())) }) : t(`undo.type.${priceType}`);
    return t('undo.price', { price, type });
  };
}
