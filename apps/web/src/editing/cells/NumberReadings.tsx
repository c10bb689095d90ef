import { readTypedNumber } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import classes from './cells.module.css';

type Props = {
  /** What was typed, e.g. '1.000'. */
  text: string;
  /** The sign behind the number. */
  unit: string | null;
  /** A reading that the field cannot take is not offered. */
  isAllowed?: (value: number) => boolean;
  /** Gets a text that has one reading. */
  onChoose: (text: string) => void;
};

/** Rule 3.11. */
export function NumberReadings({ text, unit, isAllowed = () => true, onChoose }: Props) {
  const { t } = useTranslation();
  const typed = readTypedNumber(text);
  if (typed.kind !== 'question') return null;
  return (
    <>
      <span>{t('priceInput.question', { text: text.trim() })}</span>
      <span className={classes.readings}>
        {[typed.decimals, typed.thousands].filter(isAllowed).map((value) => (
          <button key={value} type="button" className={classes.reading} onClick={() => onChoose(plainText(value))}>
            {value.toLocaleString('de-DE', { maximumFractionDigits: 3 })}
            {unit === null ? '' : ` ${unit}`}
          </button>
        ))}
      </span>
    </>
  );
}

/** Without dots, so that it is not asked again. */
const plainText = (value: number) => String(value).replace('.', ',');
