import { UnstyledButton } from '@mantine/core';
import {
  IconBuildingStore,
  IconFileExport,
  IconBarcode,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconSettings,
} from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link, NavLink, useLocation } from 'react-router';
import { selectPharmacyContext, selectPilotAccess } from '../auth/pharmacy-context-slice.ts';
import { useAccess } from '../auth/use-access.ts';
import { useSupport } from '../auth/use-support.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useLate } from '../ui/use-late.ts';
import classes from './NavBar.module.css';
import { useOutsideLinks } from './use-outside-links.ts';

const SupportDialog = lazyPart(() => import('../features/users/SupportDialog.tsx'));

const ICON = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

/** The entries that the user's roles and the chosen pharmacy allow (rule 2.4). */
export function NavBar() {
  const { t } = useTranslation();
  const { staff, pharmacyCrmIds, refusedCountry } = useAccess();
  const pharmacy = useSelector(selectPharmacyContext);
  const pilotAccess = useSelector(selectPilotAccess);
  const support = useSupport();
  const links = useOutsideLinks();
  const { mounted, opened, close, opener } = useLate(SupportDialog);
  if (refusedCountry || (!staff && pharmacyCrmIds.length === 0)) return null;
  const base = pharmacy && `/p/${pharmacy.crmCompanyId}/${pharmacy.token}`;
  return (
    <nav className={classes.nav} aria-label={t('nav.label')}>
      <div className={classes.entries}>
        <HomeEntry icon={<IconHome {...ICON} />} text={t('nav.home')} />
        {base && (
          <>
            <Entry
              to={base}
              icon={<IconBuildingStore {...ICON} />}
              text={staff ? `${pharmacy.name} (${pharmacy.apoId})` : pharmacy.name}
              shrinks
            />
            {staff ? (
              <Entry to={`${base}/history`} icon={<IconHistory {...ICON} />} text={t('nav.history')} />
            ) : (
              <>
                {pilotAccess && <Entry to={`${base}/regal`} icon={<IconBarcode {...ICON} />} text={t('nav.shelf')} />}
                <Entry to={`${base}/verlauf`} icon={<IconHistory {...ICON} />} text={t('nav.ownHistory')} />
              </>
            )}
            <Entry to={`${base}/settings`} icon={<IconSettings {...ICON} />} text={t('nav.settings')} />
          </>
        )}
        {staff && <Entry to="/admin/export" icon={<IconFileExport {...ICON} />} text={t('nav.export')} />}
      </div>
      {support && (
        <UnstyledButton className={classes.entry} {...opener}>
          <IconHelpCircle {...ICON} />
          {t('nav.support')}
        </UnstyledButton>
      )}
      <Suspense>
        {support && mounted && <SupportDialog support={support} help={links?.help} opened={opened} onClose={close} />}
      </Suspense>
    </nav>
  );
}

type EntryProps = { to: string; icon: ReactNode; text: string; shrinks?: boolean };

function Entry({ to, icon, text, shrinks = false }: EntryProps) {
  return (
    <NavLink to={to} end className={classes.entry ?? ''} {...(shrinks ? { title: text, 'data-shrinks': '' } : {})}>
      {icon}
      <span className={classes.text}>{text}</span>
    </NavLink>
  );
}

/** The root address redirects to the list of pharmacies, so both mark this entry. */
function HomeEntry({ icon, text }: Pick<EntryProps, 'icon' | 'text'>) {
  const open = useLocation().pathname === '/admin';
  return (
    <Link to="/" className={classes.entry ?? ''} aria-current={open ? 'page' : undefined}>
      {icon}
      <span className={classes.text}>{text}</span>
    </Link>
  );
}
