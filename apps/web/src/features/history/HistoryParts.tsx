import { Button, Skeleton } from '@mantine/core';
import { PRODUCT_GROUPS } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { errorMessage, retryOf } from '../../api/api-error.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Segments } from '../../ui/Segments.tsx';
import classes from './history.module.css';

/** The value of the filter that shows every product group. */
export const ALL_GROUPS = 'all';

/** Chooses the product group whose entries a history shows, or all. */
export function GroupFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation(['history', 'common']);
  return (
    <Segments
      label={t('filter.label')}
      value={value}
      onChange={onChange}
      choices={[
        { value: ALL_GROUPS, label: t('filter.all') },
        ...PRODUCT_GROUPS.map((group) => ({ value: group, label: t(`common:productGroup.${group}`) })),
      ]}
    />
  );
}

type Props = {
  history: {
    readonly error?: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
    readonly refetch: () => unknown;
  };
  /** False until the first page is shown. */
  loaded: boolean;
  /** The title of a failure. */
  failed: string;
};

/** Below the entries of a history: that they are loading, that loading failed, or a button for the next page. */
export function HistoryEnd({ history: { error, hasNextPage, isFetchingNextPage, ...history }, loaded, failed }: Props) {
  const { t } = useTranslation(['history', 'common']);
  if (error) {
    return (
      <LoadFailure
        title={failed}
        message={errorMessage(error)}
        retryLabel={t('common:retry')}
        onRetry={retryOf(error, () => void (loaded ? history.fetchNextPage() : history.refetch()))}
      />
    );
  }
  if (!loaded) {
    return (
      <div role="status" aria-label={t('common:loading')} className={classes.loading}>
        {Array.from({ length: 9 }, (_, index) => (
          <Skeleton key={index} height={30} radius="sm" />
        ))}
      </div>
    );
  }
  if (!hasNextPage) return null;
  return (
    <Button
      variant="default"
      className={classes.more ?? ''}
      loading={isFetchingNextPage}
      onClick={() => void history.fetchNextPage()}
    >
      {t('more')}
    </Button>
  );
}
