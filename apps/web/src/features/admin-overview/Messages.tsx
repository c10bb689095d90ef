import { Button } from '@mantine/core';
import type { UndeliveredMessage } from '@portal/contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { Section } from '../../ui/Section.tsx';
import classes from './admin-overview.module.css';
import { MessageRow } from './MessageRow.tsx';
import { MESSAGE_SORT_KEYS, type MessageSortKey, sortMessages } from './message-rows.ts';
import { ariaSort, type Sort, SortButton } from './SortHead.tsx';
import { Segments } from '../../ui/Segments.tsx';

/** More rows at a time: undelivered messages are few unless something is wrong. */
const PAGE = 10;
const FILTERS = ['all', 'dead', 'waiting'] as const;

/** Messages that have not arrived; those that are given up can be sent again. */
export function Messages({ messages, total }: { messages: readonly UndeliveredMessage[]; total: number }) {
  const { t } = useTranslation('adminOverview');
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all');
  const [sort, setSort] = useState<Sort<MessageSortKey>>({ key: 'status', reversed: false });
  const [shown, setShown] = useState(PAGE);
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
      <table className={classes.messages} aria-label={t('messages.table')}>
        <thead>
          <tr>
            {MESSAGE_SORT_KEYS.map((key) => (
              <th key={key} scope="col" className={classes[key]} aria-sort={ariaSort(sort, key)}>
                <SortButton label={t(`messages.column.${key}`)} sortKey={key} sort={sort} onSort={setSort} />
              </th>
            ))}
            <th scope="col">{t('messages.column.issue')}</th>
            <th scope="col" className={classes.actions}>
              <span className={classes.hidden}>{t('messages.column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((message) => (
            <MessageRow key={message.id} message={message} />
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button variant="default" className={classes.more} onClick={() => setShown((before) => before + 10 * PAGE)}>
          {t('messages.more', { formatted: formatCount(Math.min(rows.length - shown, 10 * PAGE)) })}
        </Button>
      )}
    </Section>
  );
}
