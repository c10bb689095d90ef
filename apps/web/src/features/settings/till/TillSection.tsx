import { Button, Skeleton } from '@mantine/core';
import type { Pharmacy } from '@portal/contracts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.ts';
import { LoadFailure } from '../../../ui/LoadFailure.tsx';
import { Section } from '../../../ui/Section.tsx';
import classes from '../settings.module.css';
import { TillForm } from './TillForm.tsx';
import { useGetTillSettingsQuery } from './till-api.ts';

/** How the till wants its price file, behind a button (rule 9.12). A mirror has a till of its own. */
export function TillSection({ pharmacy }: { pharmacy: Pharmacy }) {
  const { t } = useTranslation('settings');
  const id = useId();
  const [opened, setOpened] = useState(false);
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <Section title={t('till.title')} note={t('till.note')}>
      <div className={classes.till}>
        <Button
          className={classes.disclosure ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<Chevron size={16} aria-hidden />}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          {t('till.open')}
        </Button>
        <div id={id} hidden={!opened}>
          {opened && <Loaded pharmacy={pharmacy} />}
        </div>
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
      onRetry={() => void refetch()}
    />
  );
}
