import { Button, Checkbox, CloseButton, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import { Table } from '../../../ui/table/Table.tsx';
import { Addressee, CheckNotes, Outcome, Reset } from './BatchCells.tsx';
import classes from './batch.module.css';
import { type BatchFile, twiceForOneList } from './batch-files.ts';
import type { useBatch } from './use-batch.ts';

type Props = { batch: ReturnType<typeof useBatch>; onDetails: (id: number) => void };

const checkOf = ({ state }: BatchFile) => ('check' in state ? state.check : null);

export function BatchTable({ batch, onDetails }: Props) {
  const { t } = useTranslation('uploads');
  const { files } = batch;
  const twice = twiceForOneList(files);
  const busy = batch.storing !== null;
  return (
    <Table
      label={t('table')}
      className={classes.table}
      columns={[
        {
          key: 'file',
          head: t('column.file'),
          kind: 'name',
          leads: true,
          className: classes.file,
          cell: (row) => (
            <>
              <Addressee check={checkOf(row)} fileName={row.file.name} />
              <div className={classes.name}>{row.file.name}</div>
            </>
          ),
        },
        {
          key: 'check',
          head: t('column.check'),
          cell: (row) => {
            const { id, file, state, despiteRed } = row;
            const check = checkOf(row);
            return (
              <>
                {check && <CheckNotes check={check} />}
                {state.phase === 'checked' && state.check.certificate.colour === 'red' && (
                  <Checkbox
                    aria-label={t('despiteOf', { file: file.name })}
                    label={t('despite')}
                    checked={despiteRed}
                    disabled={busy}
                    onChange={({ currentTarget }) => batch.insist(id, currentTarget.checked)}
                  />
                )}
                {twice.has(id) && <p className={classes.failure}>{t('twice')}</p>}
              </>
            );
          },
        },
        {
          key: 'reset',
          head: t('column.reset'),
          cell: (row) => {
            const check = checkOf(row);
            return check && <Reset check={check} chosen={row.choice !== 1} />;
          },
        },
        {
          key: 'choice',
          head: t('column.choice'),
          className: classes.choice,
          cell: ({ id, file, state, choice }) => (
            <>
              {state.phase === 'checked' && (
                <NativeSelect
                  aria-label={t('choiceOf', { file: file.name })}
                  disabled={busy}
                  value={choice === null ? '' : String(choice)}
                  onChange={({ currentTarget: { value } }) =>
                    batch.choose(value === '' ? null : value === '0' ? 0 : 1, id)
                  }
                  data={[
                    { value: '', label: t('choice.none') },
                    { value: '1', label: t('choice.update') },
                    { value: '0', label: t('choice.reset') },
                  ]}
                />
              )}
              {state.phase === 'stored' && t(choice === 0 ? 'choice.reset' : 'choice.update')}
            </>
          ),
        },
        {
          key: 'outcome',
          head: t('column.outcome'),
          cell: (row) => (
            <div className={classes.outcome}>
              <Outcome row={row} onDetails={() => onDetails(row.id)} />
              {row.state.phase === 'refused' && (
                <Button size="compact-sm" variant="subtle" disabled={busy} onClick={() => batch.again(row)}>
                  {t('again')}
                  <span className={classes.hidden}> {row.file.name}</span>
                </Button>
              )}
            </div>
          ),
        },
        {
          key: 'remove',
          head: t('takeAway'),
          headless: true,
          className: classes.remove,
          cell: ({ id, file, state }) => (
            // A removed file makes way for the next one.
            <ConfirmButtons since={files.length}>
              <CloseButton
                aria-label={t('remove', { file: file.name })}
                disabled={busy || state.phase === 'checking'}
                onClick={() => batch.remove(id)}
              />
            </ConfirmButtons>
          ),
        },
      ]}
      rows={files}
      rowKey={({ id }) => id}
      foldsBelow="62em"
    />
  );
}
