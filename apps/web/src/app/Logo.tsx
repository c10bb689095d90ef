import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LogoMark } from '../ui/LogoMark.tsx';
import classes from './Logo.module.css';

/** The logo leads to the root path (rule 2.2). */
export function Logo() {
  const { t } = useTranslation();
  return (
    <Link className={classes.logo} to="/" aria-label={t('shell.home')}>
      <LogoMark />
    </Link>
  );
}
