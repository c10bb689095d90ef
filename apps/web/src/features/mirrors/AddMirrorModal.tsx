import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { type FoundPharmacy, PHARMACY_SEARCH_LIMIT, type Pharmacy } from '@portal/contracts';
import { isSearchable } from '@portal/rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, retryOf } from '../../api/api-error.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { AddButton } from './AddButton.tsx';
import { FoundPharmacies } from './FoundPharmacies.tsx';
import classes from './mirrors.module.css';
import { useAddMirrorMutation, useSearchPharmaciesQuery } from './mirrors-api.ts';
import { Dialog } from '../../ui/Dialog.tsx';

type Props = { main: Pharmacy; opened: boolean; onClose: () => void };

/** Longer than the time between two keystrokes, shorter than a user waits. */
const TYPING_MS = 250;

/** Searches pharmacies and makes them mirrors (rule 8.6). */
export default function AddMirrorModal({ main, opened, onClose }: Props) {
  const { t } = useTranslation('mirrors');
  const [query, setQuery] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [addMirror, { isLoading, originalArgs }] = useAddMirrorMutation();

  const add = async (pharmacy: FoundPharmacy) => {
    setFailure(null);
    try {
      await addMirror({ body: { pharmacy: main.apoId, shadowPharmacy: pharmacy.apoId } }).unwrap();
      notifications.show({ color: 'teal', message: t('add.done', { name: pharmacy.name }) });
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };

  return (
    <Dialog opened={opened} onClose={onClose} size={640} title={t('add.title')}>
      <p className={classes.note}>{t('add.note', { name: main.name })}</p>
      <SearchField
        opensFocused
        label={t('pharmacySearch')}
        clearLabel={t('clearSearch')}
        value={query}
        onChange={setQuery}
      />
      {failure && (
        <div className={classes.failure} role="alert">
          <IconAlertTriangle size={18} aria-hidden />
          <span>
            <strong>{t('add.failed')}</strong>
            <br />
            {failure}
          </span>
        </div>
      )}
      <Results
        query={query}
        main={main}
        action={(pharmacy) => (
          <AddButton
            pharmacy={pharmacy}
            busy={isLoading && originalArgs?.body.shadowPharmacy === pharmacy.apoId}
            disabled={isLoading}
            onAdd={() => void add(pharmacy)}
          />
        )}
      />
    </Dialog>
  );
}

type ResultsProps = { query: string; main: Pharmacy; action: (pharmacy: FoundPharmacy) => ReactNode };

function Results({ query, main, action }: ResultsProps) {
  const { t } = useTranslation(['mirrors', 'common']);
  const [typed] = useDebouncedValue(query.trim(), TYPING_MS);
  const searching = isSearchable(query) && isSearchable(typed);
  // Rule 2.10: the call is sent only from three characters on.
  const { data, error, isFetching, refetch } = useSearchPharmaciesQuery(
    { body: { query: typed, pharmacy: main.apoId } },
    { skip: !searching },
  );
  if (!isSearchable(query)) return <p className={classes.hint}>{t('add.hint')}</p>;
  if (error && !isFetching) {
    return (
      <LoadFailure
        title={t('add.searchFailed')}
        message={errorMessage(error)}
        retryLabel={t('retry')}
        onRetry={retryOf(error, () => void refetch())}
      />
    );
  }
  if (!searching || !data) {
    return (
      <p className={classes.hint} role="status">
        {t('add.searching')} …
      </p>
    );
  }
  if (data.length === 0) return <p className={classes.hint}>{t('add.empty')}</p>;
  return (
    <>
      <FoundPharmacies pharmacies={data} action={action} stale={isFetching} />
      {data.length === PHARMACY_SEARCH_LIMIT && (
        <p className={classes.hint}>{t('add.limit', { count: PHARMACY_SEARCH_LIMIT })}</p>
      )}
    </>
  );
}
