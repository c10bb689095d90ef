import { Alert, Button, Group, Progress } from '@mantine/core';
import { isLzdUploadBlocked, lzdUploadOpensAt } from '@portal/rules';
import { IconCalendarOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import classes from './batch.module.css';
import { BatchTable } from './BatchTable.tsx';
import { isWithheld, largeResets, storableFiles } from './batch-files.ts';
import { FileDetails } from './FileDetails.tsx';
import { FilesDrop } from './FilesDrop.tsx';
import { LargeResets } from './LargeResets.tsx';
import { useBatch } from './use-batch.ts';

/**
 * Rule 6.27.
 * @param latest what stands there until files are chosen
 */
export default function BatchUploadPage({ latest }: { latest?: ReactNode }) {
  const { t } = useTranslation(['uploads', 'intake']);
  usePageTitle(t('title'));
  const [now] = useState(serverNow);
  const isBlocked = isLzdUploadBlocked(now);
  const batch = useBatch();
  const { files, storing } = batch;
  const [asks, setAsks] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const blocker = useLeaveGuard(storing !== null);
  const storable = storableFiles(files);
  const large = largeResets(storable);
  const withheld = files.filter(isWithheld).length;
  const undecided = files.filter(({ state, choice }) => state.phase === 'checked' && choice === null).length;
  const stored = files.flatMap(({ state }) => (state.phase === 'stored' ? [state.answer.id] : []));
  const shownFile = files.find(({ id }) => id === shown);
  const store = () => {
    setAsks(false);
    void batch.store();
  };
  return (
    <section className={classes.page}>
      <h1 className={classes.heading}>{t('title')}</h1>
      <p className={classes.info}>{t('info')}</p>
      {isBlocked && (
        <Alert role="note" color="orange" icon={<IconCalendarOff aria-hidden />}>
          {t('intake:section.blocked')}{' '}
          {t('intake:section.blockedUntil', { day: formatInstant(lzdUploadOpensAt(now).toISOString()).slice(0, 6) })}
        </Alert>
      )}
      <FilesDrop onFiles={batch.add} disabled={storing !== null} />
      {files.length === 0 && latest}
      {files.length > 0 && (
        <>
          <Group gap="xs">
            <span>{t('forAll')}</span>
            <Button variant="default" size="compact-sm" disabled={storing !== null} onClick={() => batch.choose(1)}>
              {t('allUpdate')}
            </Button>
            <Button variant="default" size="compact-sm" disabled={storing !== null} onClick={() => batch.choose(0)}>
              {t('allReset')}
            </Button>
          </Group>
          <BatchTable batch={batch} onDetails={setShown} />
          <div className={classes.bar}>
            <p role="status" className={classes.state}>
              {storing
                ? t('storing', { at: formatCount(storing.done + 1), total: formatCount(storing.total) })
                : t('counts', {
                    stored: formatCount(stored.length),
                    total: formatCount(files.length),
                  })}
              {!storing && withheld > 0 && ` ${t('withheld', { count: withheld, number: formatCount(withheld) })}`}
              {!storing && undecided > 0 && ` ${t('undecided', { count: undecided, number: formatCount(undecided) })}`}
            </p>
            {storing && (
              <Progress
                className={classes.progress ?? ''}
                aria-label={t('progress')}
                value={(storing.done / storing.total) * 100}
              />
            )}
            <ConfirmButtons>
              <Button
                {...(stored.length > 0 && storable.length === 0 ? { variant: 'default' } : {})}
                loading={storing !== null}
                disabled={storable.length === 0}
                onClick={() => (large.length > 0 ? setAsks(true) : store())}
              >
                {t('store', { count: storable.length, number: formatCount(storable.length) })}
              </Button>
            </ConfirmButtons>
            {!storing && stored.length > 0 && storable.length === 0 && (
              <Button component={Link} to="/admin/pipeline?stage=uploaded" state={{ selected: stored }}>
                {t('release', { count: stored.length, number: formatCount(stored.length) })}
              </Button>
            )}
          </div>
        </>
      )}
      <LargeResets opened={asks} files={large} onConfirm={store} onClose={() => setAsks(false)} />
      {shownFile && <FileDetails row={shownFile} onClose={() => setShown(null)} />}
      <ConfirmDialog
        opened={blocker.state === 'blocked'}
        title={t('leave.title')}
        confirmLabel={t('leave.confirm')}
        cancelLabel={t('leave.cancel')}
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        <p>{t('leave.text')}</p>
      </ConfirmDialog>
    </section>
  );
}
