import { Button } from '@mantine/core';
import type { HistoryEntry, Pharmacy } from '@portal/contracts';
import { packagePath, UPDATE_KINDS } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatInstant } from '../../lib/format.ts';
import { personName } from '../../lib/person-name.ts';
import { Changes } from './Changes.tsx';
import classes from './history.module.css';
import { LogButton } from './LogButton.tsx';

const COLUMNS = ['date', 'productGroup', 'event', 'actions', 'user'] as const;

/** Rule 11.3. */
export function HistoryTable({ entries, pharmacy }: { entries: readonly HistoryEntry[]; pharmacy: Pharmacy }) {
  const { t } = useTranslation(['history', 'common']);
  return (
    <table className={classes.table} aria-label={t('table')}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={classes.date}>{formatInstant(entry.createdAt, 'dd.MMM.yyyy HH:mm')}</td>
            <td className={classes.group}>{entry.productType && t(`common:productGroup.${entry.productType}`)}</td>
            <td className={classes.event}>
              {entry.event}
              {entry.changed > 0 && (
                <div className={classes.changes}>
                  <Changes {...entry} />
                </div>
              )}
            </td>
            <td className={classes.actions}>
              <div className={classes.buttons}>
                <OpenUpdate entry={entry} pharmacy={pharmacy} />
                {entry.hasLog && <LogButton entry={entry} pharmacy={pharmacy} />}
              </div>
            </td>
            <td className={classes.user}>{personName(entry.userName)}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
      <Button size="compact-sm" variant="default" disabled title={t('openMirror')}>
        {text}
      </Button>
    );
  }
  return (
    <Button size="compact-sm" variant="default" component={Link} to={`../${packagePath(update)}`} relative="path">
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
