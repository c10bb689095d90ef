import { Button, UnstyledButton } from '@mantine/core';
import {
  IconBuildingStore,
  IconFileExport,
  IconBarcode,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconMenu2,
  IconSettings,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link, NavLink, useLocation } from 'react-router';
import { selectPharmacyContext, selectPilotAccess } from '../auth/pharmacy-context-slice.ts';
import { useAccess } from '../auth/use-access.ts';
import { useSupport } from '../auth/use-support.ts';
import { useMatches } from '../lib/use-matches.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useLate } from '../ui/use-late.ts';
import classes from './NavBar.module.css';
import { useOutsideLinks } from './use-outside-links.ts';

const SupportDialog = lazyPart(() => import('../features/users/SupportDialog.tsx'));

const ICON = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

const MENU = 'navigation';

/** The entries that the user's roles and the chosen pharmacy allow; in a low window behind a button (rule 2.4). */
export function NavBar() {
  const { t } = useTranslation();
  const { staff, pharmacyCrmIds, refusedCountry } = useAccess();
  const pharmacy = useSelector(selectPharmacyContext);
  const pilotAccess = useSelector(selectPilotAccess);
  const support = useSupport();
  const links = useOutsideLinks();
  const { mounted, opened, close, opener } = useLate(SupportDialog);
  const low = useMatches('(max-height: 30em) and (max-width: 74.99em)');
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (low) nav.current?.hidePopover?.();
  }, [low, pathname, opened]);
  if (refusedCountry || (!staff && pharmacyCrmIds.length === 0)) return null;
  const base = pharmacy && `/p/${pharmacy.crmCompanyId}/${pharmacy.token}`;
  const entries = (
    <nav
      ref={nav}
      className={classes.nav}
      aria-label={t('nav.label')}
      {...(low ? { id: MENU, popover: 'auto' as const } : {})}
    >
      <div className={classes.entries}>
        <HomeEntry icon={<IconHome {...ICON} />} text={t('nav.home')} />
        {base && (
          <>
            <Entry
              to={base}
              icon={<IconBuildingStore {...ICON} />}
              text={pharmacy.name}
              number={staff ? `(${pharmacy.apoId})` : undefined}
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
    </nav>
  );
  return (
    <>
      {low && (
        <Button variant="default" px="xs" popoverTarget={MENU} leftSection={<IconMenu2 {...ICON} />}>
          {t('nav.menu')}
        </Button>
      )}
      {entries}
      <Suspense>
        {support && mounted && <SupportDialog support={support} help={links?.help} opened={opened} onClose={close} />}
      </Suspense>
    </>
  );
}

type EntryProps = { to: string; icon: ReactNode; text: string; number?: string | undefined; shrinks?: boolean };

function Entry({ to, icon, text, number, shrinks = false }: EntryProps) {
  const whole = number === undefined ? text : `${text} ${number}`;
  return (
    <NavLink to={to} end className={classes.entry ?? ''} {...(shrinks ? { title: whole, 'data-shrinks': '' } : {})}>
      {icon}
      {number === undefined ? (
        <span className={classes.text}>{text}</span>
      ) : (
        <span className={classes.text} data-numbered>
          <span>{text}</span> <span>{number}</span>
        </span>
      )}
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
