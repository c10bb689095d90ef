import { Skeleton } from '@mantine/core';
import type { Pharmacy } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { errorMessage, retryOf } from '../../../api/api-error.ts';
import { LoadFailure } from '../../../ui/LoadFailure.tsx';
import { Section } from '../../../ui/Section.tsx';
import { Disclosure } from '../Disclosure.tsx';
import classes from '../settings.module.css';
import { TillForm } from './TillForm.tsx';
import { useGetTillSettingsQuery } from '../../../api/till-profile-api.ts';

/** A mirror has its own (rule 9.12). */
export function TillSection({ pharmacy }: { pharmacy: Pharmacy }) {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('till.title')} note={t('till.note')}>
      <div className={classes.till}>
        <Disclosure label={t('till.open')}>{() => <Loaded pharmacy={pharmacy} />}</Disclosure>
      </div>
    </Section>
  );
}

function Loaded({ pharmacy: { apoId, token } }: { pharmacy: Pharmacy }) {
  const { t } = useTranslation(['settings', 'common']);
  const params = { apoId, token };
  const { currentData, error, isFetching, refetch } = useGetTillSettingsQuery({ params });
  if (currentData) return <TillForm params={params} stored={currentData} />;
  if (isFetching || !error) return <Skeleton height={220} role="status" aria-label={t('common:loading')} />;
  return (
    <LoadFailure
      title={t('till.loadFailed')}
      message={errorMessage(error)}
      retryLabel={t('common:retry')}
      onRetry={retryOf(error, () => void refetch())}
    />
  );
}
