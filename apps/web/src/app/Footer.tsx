import { useTranslation } from 'react-i18next';
import classes from './Shell.module.css';
import { useOutsideLinks } from './use-outside-links.ts';

/** Rule 2.2. */
export function Footer() {
  const { t } = useTranslation();
  const links = useOutsideLinks();
  return (
    <footer className={classes.footer}>
      {links && (
        <a className={classes.footerLink} href={links.imprint}>
          {t('shell.imprint')}
        </a>
      )}
    </footer>
  );
}
