import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { oneOf } from '../../lib/address-parts.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { useAddress, useOpenedWith } from '../../lib/use-address.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SnapshotHead } from '../../ui/SnapshotHead.tsx';
import classes from './lzd-pipeline.module.css';
import { useGetLzdPipelineQuery, useReleaseOneOfManyMutation, useRemindOfLzdMutation } from './lzd-pipeline-api.ts';
import {
  CALCULATION_FILTERS,
  filterPipeline,
  isReleasable,
  isRemindable,
  isWithoutBox,
  NO_FILTER,
  type PipelineFilter,
  type PipelineRow,
  pipelineRows,
  STAGE_FILTERS,
  WAIT_FILTERS,
} from './pipeline-rows.ts';
import { PipelineTable } from './PipelineTable.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';
import { ReminderDialog, type ReminderWords } from './ReminderDialog.tsx';
import { useMany } from './use-many.ts';

/** Rule 6.28. */
export default function PipelinePage() {
  const { t } = useTranslation(['lzdPipeline', 'common']);
  usePageTitle(t('title'));
  const query = useGetLzdPipelineQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data, error, refetch } = query;
  const [filter, setFilter] = useFilter();
  const [release] = useReleaseOneOfManyMutation();
  const [remind] = useRemindOfLzdMutation();
  const releases = useMany();
  const reminders = useMany();
  const { state } = useLocation();
  const [selected, setSelected] = useState<ReadonlySet<number>>(() => new Set(selectedIn(state)));
  const [asks, setAsks] = useState<'release' | 'remind' | null>(null);
  const [proposesFor, setProposesFor] = useState<PipelineRow>();
  const all = useMemo(() => (data ? pipelineRows(data) : []), [data]);
  const rows = useMemo(() => filterPipeline(all, filter), [all, filter]);
  const chosen = rows.filter((row) => isReleasable(row) && selected.has(row.id));
  const toRemind = rows.filter((row) => isRemindable(row) && selected.has(row.id));
  const busy = releases.busy || reminders.busy;
  const counts = { count: chosen.length, number: formatCount(chosen.length) };
  /** What failed stays selected, to be tried again. */
  const ended = (failed: ReadonlySet<number>) => {
    setSelected(failed);
    void refetch();
  };
  const sendReleases = async () => {
    setAsks(null);
    const action = ({ id, apoId }: PipelineRow) => release({ params: { apoId, lzdId: id } });
    ended(await releases.start(chosen, action));
  };
  const sendReminders = async (body: ReminderWords) => {
    setAsks(null);
    const action = ({ id, apoId }: PipelineRow) => remind({ params: { apoId, lzdId: id }, body });
    ended(await reminders.start(toRemind, action));
  };
  return (
    <section className={classes.page}>
      <SnapshotHead
        query={query}
        failure={error && errorMessage(error)}
        texts={{ title: t('title'), refresh: t('refresh'), failed: t('failed') }}
        asOf={data && t('asOf', { time: formatInstant(data.at, 'dd.MM.yyyy HH:mm') })}
        classes={classes}
      />
      {!data && !error && <Skeleton role="status" aria-label={t('common:loading')} height={240} radius="sm" />}
      {data && (
        <>
          <Tools filter={filter} onChange={setFilter} />
          <div className={classes.bar}>
            <p role="status" className={classes.state}>
              {t('shown', { count: rows.length, number: formatCount(rows.length), total: formatCount(data.total) })}
              {releases.outcome && ` ${t('outcome.released', { count: releases.outcome.done })}`}
              {releases.outcome && releases.outcome.failed > 0 && (
                <strong> {t('outcome.failed', { count: releases.outcome.failed })}</strong>
              )}
              {reminders.outcome && ` ${t('outcome.reminded', { count: reminders.outcome.done })}`}
              {reminders.outcome && reminders.outcome.failed > 0 && (
                <strong> {t('outcome.notReminded', { count: reminders.outcome.failed })}</strong>
              )}
            </p>
            {!busy && chosen.length + toRemind.length === 0 && (
              <span className={classes.quiet}>
                {t('selectFirst')} {rows.some(isWithoutBox) && t('noBox')}
              </span>
            )}
            {!busy && chosen.length > 0 && toRemind.length === 0 && (
              <span className={classes.quiet}>{t('remind.none')}</span>
            )}
            <Button
              variant="default"
              disabled={busy || toRemind.length === 0}
              loading={reminders.busy}
              onClick={() => setAsks('remind')}
            >
              {t('remind.open', { count: toRemind.length, number: formatCount(toRemind.length) })}
            </Button>
            <Button disabled={busy || chosen.length === 0} loading={releases.busy} onClick={() => setAsks('release')}>
              {t('release', counts)}
            </Button>
          </div>
          {rows.length === 0 ? (
            <p className={classes.quiet}>{t('empty')}</p>
          ) : (
            <PipelineTable
              rows={rows}
              selected={selected}
              failures={new Map([...releases.failures, ...reminders.failures])}
              busy={busy}
              onSelect={setSelected}
              onPropose={setProposesFor}
            />
          )}
        </>
      )}
      <ConfirmDialog
        opened={asks === 'release'}
        title={t('ask.title', counts)}
        confirmLabel={t('ask.confirm', counts)}
        cancelLabel={t('cancel')}
        onConfirm={() => void sendReleases()}
        onClose={() => setAsks(null)}
      >
        <p>{t('ask.text')}</p>
      </ConfirmDialog>
      <ReminderDialog
        rows={asks === 'remind' ? toRemind : []}
        onSend={(words) => void sendReminders(words)}
        onClose={() => setAsks(null)}
      />
      <ProposeDialog row={proposesFor} onClose={() => setProposesFor(undefined)} />
    </section>
  );
}

/** What the page before has just stored. */
function selectedIn(state: unknown): readonly number[] {
  const selected: unknown = typeof state === 'object' && state !== null && 'selected' in state && state.selected;
  return Array.isArray(selected) ? selected.filter((id): id is number => typeof id === 'number') : [];
}

/** The filter, kept in the address (rule 2.22). */
function useFilter() {
  const address = useOpenedWith();
  const [filter, setFilter] = useState<PipelineFilter>(() => ({
    stage: oneOf(STAGE_FILTERS, address.get('stage'), NO_FILTER.stage),
    wait: oneOf(WAIT_FILTERS, address.get('wait'), NO_FILTER.wait),
    calculation: oneOf(CALCULATION_FILTERS, address.get('calculation'), NO_FILTER.calculation),
    query: address.get('q') ?? '',
  }));
  const part = (name: keyof PipelineFilter) => (filter[name] === NO_FILTER[name] ? undefined : filter[name]);
  useAddress({ stage: part('stage'), wait: part('wait'), calculation: part('calculation'), q: part('query') });
  return [filter, setFilter] as const;
}

function Tools({ filter, onChange }: { filter: PipelineFilter; onChange: (filter: PipelineFilter) => void }) {
  const { t } = useTranslation(['lzdPipeline', 'common']);
  return (
    <div className={classes.tools}>
      <NativeSelect
        aria-label={t('stageFilter')}
        value={filter.stage}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, stage: value as PipelineFilter['stage'] })}
        data={STAGE_FILTERS.map((stage) => ({ value: stage, label: t(`stages.${stage}`) }))}
      />
      <NativeSelect
        aria-label={t('waitFilter')}
        value={filter.wait}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, wait: value as PipelineFilter['wait'] })}
        data={WAIT_FILTERS.map((wait) => ({ value: wait, label: t(`waits.${wait}`) }))}
      />
      <NativeSelect
        aria-label={t('calculationFilter')}
        value={filter.calculation}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, calculation: value as PipelineFilter['calculation'] })
        }
        data={CALCULATION_FILTERS.map((each) => ({ value: each, label: t(`calculations.${each}`) }))}
      />
      <SearchField
        className={classes.search ?? ''}
        label={t('pharmacySearch')}
        clearLabel={t('clearSearch')}
        value={filter.query}
        onChange={(query) => onChange({ ...filter, query })}
      />
    </div>
  );
}
