import { useTranslation } from 'react-i18next';
import { dialable } from '../lib/dialable.ts';
import classes from './SupportContact.module.css';
import { useSupport } from './use-support.ts';

/** `otherwise`: while the user's data are not known. */
type Props = { otherwise?: { phone: string; email: string } | undefined };

/** Whom to call where somebody cannot go on alone (rule 2.5). */
export function SupportContact({ otherwise }: Props) {
  const { t } = useTranslation();
  const support = useSupport() ?? otherwise;
  if (!support) return null;
  const { phone, email } = support;
  return (
    <span className={classes.contact}>
      {t('support.call')} <a href={`tel:${dialable(phone)}`}>{phone}</a> {t('support.or')}{' '}
      <a href={`mailto:${email}`}>{email}</a>
    </span>
  );
}
