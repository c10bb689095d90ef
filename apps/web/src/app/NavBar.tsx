import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBuildingStore,
  IconFileExport,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconSettings,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link, NavLink, useLocation } from 'react-router';
import { selectPharmacyContext } from '../auth/pharmacy-context-slice.ts';
import { selectUserInfo } from '../auth/session-slice.ts';
import { useAccess } from '../auth/use-access.ts';
import { SupportDialog } from '../features/users/SupportDialog.tsx';
import classes from './NavBar.module.css';

const ICON = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

/** The entries that the user's roles and the chosen pharmacy allow (Specification 2). */
export function NavBar() {
  const { t } = useTranslation();
  const { staff, pharmacyCrmIds, refusedCountry } = useAccess();
  const pharmacy = useSelector(selectPharmacyContext);
  const support = useSelector(selectUserInfo)?.support;
  const [supportOpen, { open, close }] = useDisclosure(false);
  if (refusedCountry || (!staff && pharmacyCrmIds.length === 0)) return null;
  const base = pharmacy && `/p/${pharmacy.crmCompanyId}/${pharmacy.token}`;
  return (
    <nav className={classes.nav} aria-label={t('nav.label')}>
      <HomeEntry icon={<IconHome {...ICON} />} text={t('nav.home')} />
      {base && (
        <>
          <Entry
            to={base}
            icon={<IconBuildingStore {...ICON} />}
            text={staff ? `${pharmacy.name} (${pharmacy.apoId})` : pharmacy.name}
          />
          {staff && <Entry to={`${base}/history`} icon={<IconHistory {...ICON} />} text={t('nav.history')} />}
          <Entry to={`${base}/settings`} icon={<IconSettings {...ICON} />} text={t('nav.settings')} />
        </>
      )}
      {staff && <Entry to="/admin/export" icon={<IconFileExport {...ICON} />} text={t('nav.export')} />}
      {support && (
        <UnstyledButton className={classes.entry} onClick={open}>
          <IconHelpCircle {...ICON} />
          {t('nav.support')}
        </UnstyledButton>
      )}
      {support && <SupportDialog support={support} opened={supportOpen} onClose={close} />}
    </nav>
  );
}

type EntryProps = { to: string; icon: ReactNode; text: string };

function Entry({ to, icon, text }: EntryProps) {
  return (
    <NavLink to={to} end className={classes.entry ?? ''}>
      {icon}
      <span className={classes.text}>{text}</span>
    </NavLink>
  );
}

/** The root address, which leads on to the list of pharmacies and stands for it. */
function HomeEntry({ icon, text }: Omit<EntryProps, 'to'>) {
  const open = useLocation().pathname === '/admin';
  return (
    <Link to="/" className={classes.entry ?? ''} aria-current={open ? 'page' : undefined}>
      {icon}
      <span className={classes.text}>{text}</span>
    </Link>
  );
}
