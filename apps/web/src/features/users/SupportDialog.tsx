import type { SupportInfo } from '@portal/contracts';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './SupportDialog.module.css';
import { dialable } from '../../lib/dialable.ts';
import { Dialog } from '../../ui/Dialog.tsx';

type Props = { support: SupportInfo; help: string | undefined; opened: boolean; onClose: () => void };

/** The contacts for a country and the way to the help centre (rule 2.14). */
export default function SupportDialog({ support, help, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={support.title}>
      <ul className={classes.people}>
        {support.people.map((person) => (
          <li key={person.name}>
            <strong>{person.name}</strong>
            <span className={classes.quiet}>{person.title}</span>
            {person.mobile && <a href={`tel:${dialable(person.mobile)}`}>{person.mobile}</a>}
          </li>
        ))}
      </ul>
      <dl className={classes.contact}>
        <dt>{t('support.phone')}</dt>
        <dd>
          <a href={`tel:${dialable(support.phone)}`}>{support.phone}</a>
        </dd>
        <dt>{t('support.email')}</dt>
        <dd>
          <a href={`mailto:${support.email}`}>{support.email}</a>
        </dd>
      </dl>
      {help !== undefined && (
        <p className={classes.help}>
          <a href={help}>
            {t('support.help')}
            <IconExternalLink size={15} stroke={1.7} aria-hidden />
          </a>
        </p>
      )}
    </Dialog>
  );
}
