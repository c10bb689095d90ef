import { type Cents, formatCents, MAX_PRICE_CENTS, readTypedPrice } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import classes from './cells.module.css';

type Props = {
  /** What was typed, e.g. '1.234'. */
  text: string;
  /** What the price is of, for the names of the buttons. */
  label: string;
  onChoose: (cents: Cents) => void;
};

export function PriceReadings({ text, label, onChoose }: Props) {
  const { t } = useTranslation();
  const typed = readTypedPrice(text);
  if (typed.kind !== 'question') return null;
  const { decimals, thousands } = typed;
  return (
    <>
      <span>{t('priceInput.question', { text: text.trim() })}</span>
      <span className={classes.readings}>
        {[decimals, thousands].map(
          (cents) =>
            cents !== null && (
              <button
                key={cents}
                type="button"
                className={classes.reading}
                aria-label={t('priceInput.choose', { price: formatCents(cents), label })}
                onClick={() => onChoose(cents)}
              >
                {formatCents(cents)} €
              </button>
            ),
        )}
      </span>
      {thousands === null && (
        <span>
          {t('priceInput.tooHighReading', {
            price: `${text.replace(/[^\d.]/g, '')},00`,
            max: formatCents(MAX_PRICE_CENTS),
          })}
        </span>
      )}
    </>
  );
}
