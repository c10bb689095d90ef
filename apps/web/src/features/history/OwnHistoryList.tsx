import { Button } from '@mantine/core';
import type { OwnHistoryEntry } from '@portal/contracts';
import { packagePath } from '@portal/rules';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatInstant } from '../../lib/format.ts';
import { personName } from '../../lib/person-name.ts';
import { Changes } from './Changes.tsx';
import { OwnLogButton } from './LogButton.tsx';
import classes from './own-history.module.css';

type Props = {
  entries: readonly OwnHistoryEntry[];
  pharmacy: { apoId: string; token: string };
  onUndo: (entry: OwnHistoryEntry) => void;
};

const momentOf = ({ createdAt }: Pick<OwnHistoryEntry, 'createdAt'>) => formatInstant(createdAt, 'dd.MM.yyyy HH:mm');
const dayOf = (entry: OwnHistoryEntry) => momentOf(entry).slice(0, 10);

/** A line each, under its day. */
export function OwnHistoryList({ entries, pharmacy, onUndo }: Props) {
  const { t } = useTranslation(['ownHistory', 'common']);
  return (
    <table className={classes.entries} aria-label={t('list')}>
      <thead>
        <tr>
          <th scope="col">{t('column.time')}</th>
          <th scope="col">{t('column.event')}</th>
          <th scope="col">{t('column.group')}</th>
          <th scope="col">{t('column.user')}</th>
          <th scope="col" aria-label={t('column.actions')} />
        </tr>
      </thead>
      {[...Map.groupBy(entries, dayOf)].map(([day, ofDay]) => (
        <tbody key={day}>
          <tr className={classes.day}>
            <th scope="rowgroup" colSpan={5}>
              {day}
            </th>
          </tr>
          {ofDay.map((entry) => (
            <tr key={entry.id}>
              <td className={classes.time}>
                <time dateTime={entry.createdAt}>{momentOf(entry).slice(11)}</time>
              </td>
              <td className={classes.what}>
                <Event entry={entry} />
                {entry.changed > 0 && <Changes {...entry} />}
                {entry.update && !entry.update.opens && <span className={classes.detail}>{t('gone')}</span>}
                {entry.undone && (
                  <span className={classes.detail}>
                    {t('undone', { date: momentOf(entry.undone), userName: personName(entry.undone.userName) })}
                  </span>
                )}
              </td>
              <td className={classes.detail}>{entry.productGroup && t(`common:productGroup.${entry.productGroup}`)}</td>
              <td className={classes.detail}>{personName(entry.userName)}</td>
              <td>
                <div className={classes.actions}>
                  {entry.hasLog && <OwnLogButton entry={entry} pharmacy={pharmacy} />}
                  {entry.mayUndo && !entry.undone && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      leftSection={<IconArrowBackUp size={14} aria-hidden />}
                      aria-label={t('undo.buttonNamed', { date: momentOf(entry) })}
                      onClick={() => onUndo(entry)}
                    >
                      {t('undo.button')}
                    </Button>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
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
