import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailure } from './LoadFailure.tsx';

type Props = {
  query: { readonly isFetching: boolean; readonly refetch: () => unknown };
  /** Why it could not be loaded. */
  failure: string | undefined;
  texts: { readonly title: string; readonly refresh: string; readonly failed: string };
  /** As of when what is shown is; undefined until it is loaded. */
  asOf: string | undefined;
  classes: Readonly<Record<string, string>>;
  /** In the heading's line. */
  children?: ReactNode;
};

/** The heading of a page that shows a state of the server, with a button that loads it again, and why it could not be loaded. */
export function SnapshotHead({ query: { isFetching, refetch }, failure, texts, asOf, classes, children }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <header className={classes.top}>
        <h1 className={classes.heading}>{texts.title}</h1>
        {asOf && <span className={classes.quiet}>{asOf}</span>}
        {children}
        <Button
          variant="default"
          size="compact-sm"
          className={classes.refresh ?? ''}
          leftSection={<IconRefresh size={15} stroke={1.8} aria-hidden />}
          loading={isFetching && asOf !== undefined}
          onClick={() => void refetch()}
        >
          {texts.refresh}
        </Button>
      </header>
      {failure !== undefined && (
        <LoadFailure title={texts.failed} message={failure} retryLabel={t('retry')} onRetry={() => void refetch()} />
      )}
    </>
  );
}
