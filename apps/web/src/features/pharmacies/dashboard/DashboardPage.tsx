import { Alert, Skeleton } from '@mantine/core';
import type { Dashboard } from '@portal/contracts';
import { IconFileAlert, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router';
import { errorMessage, retryOf } from '../../../api/api-error.ts';
import { selectUserInfo } from '../../../auth/session-slice.ts';
import { SupportContact } from '../../../auth/SupportContact.tsx';
import { useAccess } from '../../../auth/use-access.ts';
import { PREFETCH_VALID_S, useReleasePrefetch } from '../../../lib/prefetch.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { LoadFailure } from '../../../ui/LoadFailure.tsx';
import { useGetDashboardQuery } from '../pharmacies-api.ts';
import { ApprovalTasks } from './ApprovalTasks.tsx';
import { Consequence } from './Consequence.tsx';
import type { DashboardSlots } from './dashboard-slots.ts';
import classes from './DashboardPage.module.css';
import { FirstSteps } from './FirstSteps.tsx';
import { LatestApprovals } from './LatestApprovals.tsx';
import { PharmacyCard } from './PharmacyCard.tsx';
import { PeriodsCard } from './PeriodsCard.tsx';
import { PharmacyFamily } from './PharmacyFamily.tsx';
import { ProductGroups } from './ProductGroups.tsx';
import { pastApprovals } from './tasks.ts';
import { TillCard } from './TillCard.tsx';
import { TodayTasks } from './TodayTasks.tsx';

/** The start page of a pharmacy (rule 2.12). */
export function DashboardPage(slots: DashboardSlots) {
  const { t } = useTranslation();
  const { pharmacyId = '', pharmacyToken = '' } = useParams();
  const { currentData, error, refetch } = useGetDashboardQuery(
    { params: { crmId: pharmacyId, token: pharmacyToken } },
    { refetchOnMountOrArgChange: PREFETCH_VALID_S, refetchOnFocus: true },
  );
  useReleasePrefetch();
  usePageTitle(currentData?.pharmacy.name ?? t('dashboard.title'));
  // Later parts in chunks: at once they take a phone a quarter of a second.
  const there = currentData !== undefined;
  const drawn = useDeferredValue(there, there);
  if (currentData && drawn) return <Content dashboard={currentData} slots={slots} />;
  if (!error) return <Loading />;
  return (
    <section className={classes.page}>
      <LoadFailure
        title={t('dashboard.failed')}
        message={errorMessage(error)}
        retryLabel={t('retry')}
        onRetry={retryOf(error, () => void refetch())}
      />
    </section>
  );
}

function Content({ dashboard, slots }: { dashboard: Dashboard; slots: DashboardSlots }) {
  const { t } = useTranslation();
  const { staff } = useAccess();
  const {
    pharmacy,
    parentPharmacy,
    shadowPharmacies,
    tpData,
    latestApprovals,
    approvalEffects,
    till,
    tills,
    tillLacks,
  } = dashboard;
  if (dashboard.status === 'NO_PILOT') {
    return (
      <section className={classes.page}>
        <h1 className={classes.heading}>{pharmacy.name}</h1>
        <Alert color="gray" icon={<IconInfoCircle size={20} aria-hidden />} className={classes.noPilot}>
          <div>{t('dashboard.noPilot')}</div>
          <SupportContact />
        </Alert>
      </section>
    );
  }
  return (
    <section className={classes.page}>
      <Welcome pharmacy={pharmacy.name} staff={staff} search={slots.search}>
        {!parentPharmacy && <Consequence groups={tpData} staff={staff} />}
      </Welcome>
      {pharmacy.contractStatus === 0 && (
        <Alert color="yellow" icon={<IconFileAlert size={20} aria-hidden />} className={classes.banner}>
          {t('noContract')}
        </Alert>
      )}
      <FirstSteps dashboard={dashboard} staff={staff} className={classes.banner} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <ApprovalTasks groups={tpData} staff={staff} mirror={parentPharmacy !== null} now={dashboard.now} />
          <TodayTasks dashboard={dashboard} till={slots.tillTasks?.(dashboard)} labels={slots.labelsTask?.()} />
          <ProductGroups groups={tpData} staff={staff} actions={slots.groupActions} />
          <LatestApprovals approvals={pastApprovals(latestApprovals, approvalEffects)} />
          {slots.upload?.(dashboard)}
        </div>
        <aside className={classes.side} aria-label={t('dashboard.about')}>
          <PharmacyCard pharmacy={pharmacy} staff={staff} />
          <PharmacyFamily
            main={parentPharmacy}
            mirrors={shadowPharmacies}
            footer={staff && slots.mirrors?.(dashboard)}
            actions={(mirror) => staff && slots.mirrorActions?.(mirror, dashboard)}
          />
          {dashboard.periods && <PeriodsCard periods={dashboard.periods} />}
          {till && (
            <TillCard till={till} tills={tills} lacks={tillLacks} hasFile={dashboard.tillFile !== null}>
              {slots.till?.()}
            </TillCard>
          )}
          {slots.labels?.()}
        </aside>
      </div>
    </section>
  );
}

type WelcomeProps = { pharmacy: string; staff: boolean; search: DashboardSlots['search']; children: ReactNode };

function Welcome({ pharmacy, staff, search, children }: WelcomeProps) {
  const { t } = useTranslation();
  const user = useSelector(selectUserInfo)?.user;
  const name = user ? [user.title, user.firstname, user.lastname].filter(Boolean).join(' ') : '';
  const welcome = name ? t('dashboard.welcomeName', { name }) : t('dashboard.welcome');
  return (
    <header className={classes.welcome}>
      <h1 className={classes.heading}>
        {staff && `${pharmacy} `}
        <span className={staff ? classes.greeting : undefined}>{welcome}</span>
      </h1>
      {children}
      <p className={classes.info}>{t(staff ? 'dashboard.infoForStaff' : 'dashboard.info')}</p>
      {search?.()}
    </header>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <section className={classes.page} role="status" aria-label={t('loading')}>
      <Skeleton height={32} width="min(24rem, 80%)" mb="lg" />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Skeleton height={180} />
          <Skeleton height={240} />
        </div>
        <div className={classes.side}>
          <Skeleton height={180} />
          <Skeleton height={140} />
        </div>
      </div>
    </section>
  );
}
