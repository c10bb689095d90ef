import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './Logo.module.css';

/** The logo leads to the root path (rule 2.2). */
export function Logo() {
  const { t } = useTranslation();
  return (
    <Link className={classes.logo} to="/" aria-label={t('shell.home')}>
      <svg viewBox="0 0 32 32" width="34" height="34" aria-hidden="true">
        <rect className={classes.plate} width="32" height="32" rx="7" />
        <path className={classes.letter} d="M9 9.5h14M16 9.5V23" />
        <circle className={classes.dot} cx="22.5" cy="20.5" r="3" />
      </svg>
      <span className={classes.word}>
        True<b>Price</b>
      </span>
    </Link>
  );
}
