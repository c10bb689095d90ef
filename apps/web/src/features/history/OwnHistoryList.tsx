import { Button } from '@mantine/core';
import type { OwnHistoryEntry } from '@portal/contracts';
import { packagePath } from '@portal/rules';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatInstant } from '../../lib/format.ts';
import { personName } from '../../lib/person-name.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Changes } from './Changes.tsx';
import { OwnLogButton } from './LogButton.tsx';
import classes from './own-history.module.css';

type Props = {
  entries: readonly OwnHistoryEntry[];
  pharmacy: { apoId: string; token: string };
  empty: string;
  onUndo: (entry: OwnHistoryEntry) => void;
};

const momentOf = ({ createdAt }: Pick<OwnHistoryEntry, 'createdAt'>) => formatInstant(createdAt, 'dd.MM.yyyy HH:mm');
const dayOf = (entry: OwnHistoryEntry) => momentOf(entry).slice(0, 10);

/** A line each, under its day. */
export function OwnHistoryList({ entries, pharmacy, empty, onUndo }: Props) {
  const { t } = useTranslation(['ownHistory', 'common']);
  return (
    <Table
      label={t('list')}
      columns={[
        {
          key: 'time',
          head: t('column.time'),
          kind: 'short',
          className: classes.detail,
          cell: (entry) => <time dateTime={entry.createdAt}>{momentOf(entry).slice(11)}</time>,
        },
        {
          key: 'event',
          head: t('column.event'),
          className: classes.what,
          cell: (entry) => (
            <>
              <Event entry={entry} />
              {entry.changed > 0 && <Changes {...entry} />}
              {entry.update && !entry.update.opens && <span className={classes.detail}>{t('gone')}</span>}
              {entry.undone && (
                <span className={classes.detail}>
                  {t('undone', { date: momentOf(entry.undone), userName: personName(entry.undone.userName) })}
                </span>
              )}
            </>
          ),
        },
        {
          key: 'group',
          head: t('column.group'),
          kind: 'short',
          className: classes.detail,
          cell: ({ productGroup }) => productGroup && t(`common:productGroup.${productGroup}`),
        },
        {
          key: 'user',
          head: t('column.user'),
          kind: 'short',
          className: classes.detail,
          cell: ({ userName }) => personName(userName),
        },
        {
          key: 'actions',
          head: t('column.actions'),
          headless: true,
          kind: 'actions',
          cell: (entry) => (
            <>
              {entry.hasLog && <OwnLogButton entry={entry} pharmacy={pharmacy} />}
              {entry.mayUndo && !entry.undone && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconArrowBackUp size={14} aria-hidden />}
                  aria-label={t('undo.buttonNamed', { date: momentOf(entry) })}
                  onClick={() => onUndo(entry)}
                >
                  {t('takeBack')}
                </Button>
              )}
            </>
          ),
        },
      ]}
      rows={entries}
      rowKey={({ id }) => id}
      groupOf={dayOf}
      empty={empty}
      foldsBelow="48em"
    />
  );
}

/** Leads to the package that it is about. */
function Event({ entry: { event, update, productGroup } }: { entry: OwnHistoryEntry }) {
  if (!update?.opens || !productGroup) return <strong className={classes.event}>{event}</strong>;
  return (
    <Link className={classes.event} to={`../${packagePath({ ...update, productGroup })}`} relative="path">
      {event}
    </Link>
  );
}
