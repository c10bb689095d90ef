import { Alert, Skeleton } from '@mantine/core';
import type { Settings } from '@portal/contracts';
import { calledSettings, FLAG_KINDS } from '@portal/rules';
import { IconInfoCircle, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { errorMessage, retryOf } from '../../api/api-error.ts';
import { SupportContact } from '../../auth/SupportContact.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { FlagSection } from './FlagSection.tsx';
import { NoticeSection } from './notices/NoticeSection.tsx';
import { StandingSection } from './standing/StandingSection.tsx';
import { SettingSection } from './SettingSection.tsx';
import { SettingsPharmacies } from './SettingsPharmacies.tsx';
import classes from './settings.module.css';
import { useGetSettingsQuery } from './settings-api.ts';
import { TillSection } from './till/TillSection.tsx';
import { useSubjectInView } from './use-subject-in-view.ts';

/** How the updates of a pharmacy are approved (rules 12.1 and 12.4). */
export default function SettingsPage() {
  const { t } = useTranslation(['settings', 'common']);
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  const { currentData, error, refetch, fulfilledTimeStamp } = useGetSettingsQuery(
    { params: { apoId: pharmacyId, token } },
    { refetchOnMountOrArgChange: true },
  );
  usePageTitle(t('title'));
  return (
    <section className={classes.page}>
      <h1 className={classes.heading}>{t('title')}</h1>
      {currentData ? (
        <Content settings={currentData} receivedAt={fulfilledTimeStamp ?? Date.parse(currentData.now)} />
      ) : error ? (
        <LoadFailure
          title={t('failed')}
          message={errorMessage(error)}
          retryLabel={t('common:retry')}
          onRetry={retryOf(error, () => void refetch())}
        />
      ) : (
        <div role="status" aria-label={t('common:loading')} className={classes.loading}>
          <Skeleton height={90} />
          <Skeleton height={220} />
          <Skeleton height={220} />
        </div>
      )}
    </section>
  );
}

function Content({ settings, receivedAt }: { settings: Settings; receivedAt: number }) {
  const { t } = useTranslation(['settings', 'standing']);
  const { parentPharmacy } = settings;
  if (settings.status === 'NO_PILOT') {
    return (
      <Alert color="gray" icon={<IconInfoCircle size={20} aria-hidden />} className={classes.notice}>
        <p className={classes.said}>{t('noPilot')}</p>
        {t('noPilotText')} <SupportContact />
      </Alert>
    );
  }
  // The server's clock decides, not that of this machine.
  const now = () => new Date(Date.parse(settings.now) + Date.now() - receivedAt);
  const { pharmacy } = settings;
  const subjects = [
    {
      id: 'freigabe',
      title: t('approval'),
      part: (
        <div className={classes.approval}>
          {FLAG_KINDS.map((kind) => (
            <FlagSection key={kind} kind={kind} settings={settings} now={now} />
          ))}
        </div>
      ),
    },
    ...calledSettings().map((name) => ({
      id: name,
      title: t(`${name}.title`),
      part: <SettingSection name={name} settings={settings} />,
    })),
    {
      id: 'regeln',
      title: t('standing:section'),
      part: <StandingSection pharmacy={pharmacy} readOnly={parentPharmacy !== null} />,
    },
    { id: 'kasse', title: t('till.title'), part: <TillSection pharmacy={pharmacy} /> },
    ...(parentPharmacy
      ? []
      : [{ id: 'e-mails', title: t('notices.title'), part: <NoticeSection pharmacy={pharmacy} /> }]),
  ];
  return <Subjects settings={settings} subjects={subjects} />;
}

type SubjectsProps = { settings: Settings; subjects: readonly { id: string; title: string; part: ReactNode }[] };

function Subjects({ settings, subjects }: SubjectsProps) {
  const { t } = useTranslation('settings');
  const { parentPharmacy, mirrorPharmacies } = settings;
  const shown = useSubjectInView(subjects.map(({ id }) => id));
  return (
    <>
      {parentPharmacy && (
        <Alert
          color="yellow"
          icon={<IconLock size={20} aria-hidden />}
          title={t('mirrorBanner')}
          className={classes.notice}
        >
          {t('mirrorText')}
        </Alert>
      )}
      {mirrorPharmacies.length > 0 && <p className={classes.text}>{t('mainText')}</p>}
      <SettingsPharmacies settings={settings} />
      <div className={classes.layout}>
        <nav aria-label={t('subjects')}>
          <ul className={classes.subjects}>
            {subjects.map(({ id, title }) => (
              <li key={id}>
                <Link to={`#${id}`} replace aria-current={id === shown ? 'location' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.sections}>
          {subjects.map(({ id, part }) => (
            <div key={id} id={id} className={classes.subject}>
              {part}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
