import { Button } from '@mantine/core';
import type { HistoryEntry, Pharmacy } from '@portal/contracts';
import { packagePath, UPDATE_KINDS } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatInstant } from '../../lib/format.ts';
import { personName } from '../../lib/person-name.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Changes } from './Changes.tsx';
import classes from './history.module.css';
import { LogButton } from './LogButton.tsx';

type Props = { entries: readonly HistoryEntry[]; pharmacy: Pharmacy; empty: string };

/** Rule 11.3. */
export function HistoryTable({ entries, pharmacy, empty }: Props) {
  const { t } = useTranslation(['history', 'common']);
  return (
    <Table
      label={t('table')}
      columns={[
        {
          key: 'date',
          head: t('column.date'),
          kind: 'short',
          className: classes.quiet,
          cell: ({ createdAt }) => formatInstant(createdAt, 'dd.MMM.yyyy HH:mm'),
        },
        {
          key: 'productGroup',
          head: t('column.productGroup'),
          kind: 'short',
          className: classes.quiet,
          cell: ({ productType }) => productType && t(`common:productGroup.${productType}`),
        },
        {
          key: 'event',
          head: t('column.event'),
          leads: true,
          className: classes.event,
          cell: (entry) => (
            <>
              {entry.event}
              {entry.changed > 0 && (
                <span className={classes.changes}>
                  <Changes {...entry} />
                </span>
              )}
            </>
          ),
        },
        {
          key: 'actions',
          head: t('column.actions'),
          kind: 'actions',
          cell: (entry) => (
            <>
              {entry.hasLog && <LogButton entry={entry} pharmacy={pharmacy} />}
              <OpenUpdate entry={entry} pharmacy={pharmacy} />
            </>
          ),
        },
        {
          key: 'user',
          head: t('column.user'),
          kind: 'short',
          className: classes.quiet,
          cell: ({ userName }) => personName(userName),
        },
      ]}
      rows={entries}
      rowKey={({ id }) => id}
      empty={empty}
      foldsBelow="62em"
    />
  );
}

/** A mirror's own former packages are hidden. */
function OpenUpdate({ entry, pharmacy }: { entry: HistoryEntry; pharmacy: Pharmacy }) {
  const { t } = useTranslation(['history', 'common']);
  const update = updateOf(entry);
  if (!update) return null;
  const { kind, productGroup } = update;
  const text = t('open', { group: t(`common:productGroup.${productGroup}`), kind });
  if (pharmacy.parentPharmacy !== null) {
    return (
      <Button size="compact-sm" variant="subtle" disabled title={t('openMirror')}>
        {text}
      </Button>
    );
  }
  return (
    <Button size="compact-sm" variant="subtle" component={Link} to={`../${packagePath(update)}`} relative="path">
      {text}
    </Button>
  );
}

/** The package that an entry is about. */
function updateOf({ productType, ...entry }: HistoryEntry) {
  const ids = { MDP: entry.mdpimportId, QDP: entry.qdpimportId, LZD: entry.lzdimportId };
  const kind = UPDATE_KINDS.find((candidate) => ids[candidate] !== null);
  const id = kind && ids[kind];
  return kind && id != null && productType ? { kind, id, productGroup: productType } : undefined;
}
