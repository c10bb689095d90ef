import type { UndeliveredMessage } from '@portal/contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { Section } from '../../ui/Section.tsx';
import { Segments } from '../../ui/Segments.tsx';
import type { Sort } from '../../ui/table/SortHead.tsx';
import { type Column, Table } from '../../ui/table/Table.tsx';
import classes from './admin-overview.module.css';
import { MessageActions, messageName, MessageTag } from './MessageCells.tsx';
import { MESSAGE_SORT_KEYS, messagePath, type MessageSortKey, sortMessages } from './message-rows.ts';

/** More rows at a time: undelivered messages are few unless something is wrong. */
const PAGE = 10;
const FILTERS = ['all', 'dead', 'waiting'] as const;

/** Messages that have not arrived; those that are given up can be sent again. */
export function Messages({ messages, total }: { messages: readonly UndeliveredMessage[]; total: number }) {
  const { t } = useTranslation(['adminOverview', 'common']);
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all');
  const [sort, setSort] = useState<Sort<MessageSortKey>>({ key: 'status', reversed: false });
  const rows = useMemo(
    () =>
      sortMessages(
        messages.filter(({ status }) => filter === 'all' || status === filter),
        sort,
      ),
    [messages, filter, sort],
  );
  const note =
    total > messages.length
      ? t('messages.beyond', { shown: formatCount(messages.length), total: formatCount(total) })
      : '';
  const columns: Column<UndeliveredMessage>[] = [
    {
      key: 'status',
      head: t('messages.column.status'),
      kind: 'short',
      cell: (message) => <MessageTag message={message} />,
    },
    {
      key: 'message',
      head: t('messages.column.message'),
      leads: true,
      className: classes.message,
      cell: (message) => <Link to={messagePath(message)}>{messageName(message, t)}</Link>,
    },
    {
      key: 'pharmacy',
      head: t('messages.column.pharmacy'),
      className: classes.pharmacyName,
      cell: ({ pharmacy }) =>
        pharmacy ? (
          <Link to={`/p/${pharmacy.crmCompanyId}/${pharmacy.token}`} className={classes.plain}>
            {pharmacy.name}
          </Link>
        ) : (
          '–'
        ),
    },
    {
      key: 'createdAt',
      head: t('messages.column.createdAt'),
      kind: 'short',
      cell: ({ createdAt }) => formatInstant(createdAt, 'dd.MM.yyyy HH:mm'),
    },
    {
      key: 'attempts',
      head: t('messages.column.attempts'),
      kind: 'figure',
      labelled: true,
      cell: ({ attempts }) => attempts,
    },
    {
      key: 'issue',
      head: t('messages.column.issue'),
      className: classes.issueCell,
      cell: ({ lastError, attempts, nextAttemptAt }) => (
        <>
          {lastError}
          {attempts > 0 && nextAttemptAt && (
            <span className={classes.next}>
              {' '}
              {t('messages.next', { time: formatInstant(nextAttemptAt, 'dd.MM.yyyy HH:mm') })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'actions',
      head: t('messages.column.actions'),
      headless: true,
      kind: 'actions',
      cell: (message) => <MessageActions message={message} name={messageName(message, t)} />,
    },
  ];

  return (
    <Section title={t('messages.title')} {...(note ? { note } : {})}>
      <div className={classes.tools}>
        <Segments
          label={t('messages.filter')}
          value={filter}
          onChange={setFilter}
          choices={FILTERS.map((value) => {
            const count = value === 'all' ? messages.length : messages.filter((one) => one.status === value).length;
            return { value, label: `${t(`messages.${value}`)} ${formatCount(count)}` };
          })}
        />
      </div>
      <Table
        label={t('messages.table')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        foldsBelow="62em"
        sort={{ by: sort, keys: MESSAGE_SORT_KEYS, onSort: setSort }}
        more={{
          first: PAGE,
          step: 10 * PAGE,
          text: (shown) => t('messages.more', { formatted: formatCount(Math.min(rows.length - shown, 10 * PAGE)) }),
        }}
      />
    </Section>
  );
}
