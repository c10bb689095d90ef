import { type ComponentType, lazy, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadOnce, reloadWouldLose, serverAnswers } from '../lib/reload-once.ts';
import { LoadFailure } from './LoadFailure.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;
type Options = { reload?: () => void };
export type LazyPart<Props> = ComponentType<Props> & { readonly loadAhead: () => void };

/** The only caller of `lazy`. Missing code means a new version: reloaded once, else reported in place. */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { reload = () => location.reload() }: Options = {},
): LazyPart<Props> {
  const watchers = new Set<() => void>();
  const watch = (watcher: () => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  const make = (byUser: boolean) =>
    lazy(async (): Promise<{ default: ComponentType<Props> }> => {
      try {
        return await load();
      } catch (failure) {
        reportError(failure); // for the console; the user learns of it below
        const online = await serverAnswers();
        if (online && reloadOnce(reload, byUser)) return await new Promise(() => {});
        const reason = !online ? 'offline' : reloadWouldLose() ? 'unsaved' : 'missing';
        return { default: () => <PartMissing reason={reason} onRetry={retry} /> };
      }
    });
  let shown = make(false);
  const retry = () => {
    shown = make(true);
    for (const watcher of watchers) watcher();
  };
  const loadAhead = () => void load().catch(() => undefined);
  return Object.assign(
    function LazyPart(props: Props) {
      const Shown: ComponentType<Props> = useSyncExternalStore(watch, () => shown);
      return <Shown {...props} />;
    },
    { loadAhead },
  );
}

/** Loads a part ahead from the moment when it is going to be shown. */
export function useLoadAhead({ loadAhead }: Pick<LazyPart<object>, 'loadAhead'>, soon: boolean): void {
  useEffect(() => {
    if (soon) loadAhead();
  }, [loadAhead, soon]);
}

type Missing = { reason: 'offline' | 'unsaved' | 'missing'; onRetry: () => void };

function PartMissing({ reason, onRetry }: Missing) {
  const { t } = useTranslation();
  return (
    <LoadFailure
      title={t('part.title')}
      message={t(`part.${reason}`)}
      retryLabel={t(reason === 'missing' ? 'reload' : 'retry')}
      onRetry={onRetry}
    />
  );
}
