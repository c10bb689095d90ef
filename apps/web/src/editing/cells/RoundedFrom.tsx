import { useTranslation } from 'react-i18next';
import classes from './cells.module.css';

/** Says that a price was rounded, and from which text. */
export function RoundedFrom({ text }: { text: string }) {
  const { t } = useTranslation();
  return <span className={classes.quiet}>{t('priceInput.roundedFrom', { text })}</span>;
}
