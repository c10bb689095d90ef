import type { ChangedArticle, ShownPriceState } from '@portal/contracts';
import { formatCents, PRICE_TYPE } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';

type Props = { changed: number; typesOnly: number; article: ChangedArticle | null };

/** 'BRONCHITOVIT 20 St: 7,95 € → 4,95 €', or how many prices and price types. */
export function Changes({ changed, typesOnly, article }: Props) {
  const { t } = useTranslation('ownHistory');
  const priceText = usePriceText();
  if (article) {
    const { name, content, before, after } = article;
    // what stays is not said twice
    const says = before.effectivePrice === after.effectivePrice ? 'withType' : 'price';
    const prices = { from: priceText(before, says), to: priceText(after, says) };
    return <span>{t('article', { name: [name, content].filter(Boolean).join(' '), ...prices })}</span>;
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
  return ({ priceType, effectivePrice }: ShownPriceState, says: 'price' | 'withType') => {
    if (priceType === PRICE_TYPE.exclusion) return t('undo.exclusion');
    if (priceType === null || effectivePrice === null) return t('undo.notListed');
    const price = `${formatCents(effectivePrice)} €`;
    return says === 'price' ? price : t('undo.price', { price, type: t(`undo.type.${priceType}`) });
  };
}
