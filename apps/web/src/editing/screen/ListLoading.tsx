import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, retryOf } from '../../api/api-error.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import screen from '../../ui/screen/screen.module.css';
import type { KindName } from '../kind/kind.ts';

type Props = {
  kind: KindName;
  /** The call that loads the list. */
  query: {
    readonly currentData?: unknown;
    readonly error?: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** Whether the list itself may be drawn, once it is there. */
  drawn: boolean;
  /** What has come of it so far; undefined where nothing has. */
  children: ReactNode;
};

export function ListLoading({ kind: context, query, drawn, children }: Props) {
  const { currentData, error, isFetching, refetch } = query;
  const { t } = useTranslation('editing');
  if (error && !isFetching) {
    return (
      <div className={screen.notice}>
        <LoadFailure
          title={t('loadFailed', { context })}
          message={errorMessage(error)}
          retryLabel={t('retry')}
          onRetry={retryOf(error, () => void refetch())}
        />
      </div>
    );
  }
  if (currentData && drawn) return null;
  if (children) return children;
  return (
    <div className={screen.skeletons} role="status">
      <p className={screen.loading}>{t('loading', { context })} …</p>
      {Array.from({ length: 12 }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- they are all alike
        <Skeleton key={line} height={22} />
      ))}
    </div>
  );
}
