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

export function OwnHistoryList({ entries, pharmacy, onUndo }: Props) {
  const { t } = useTranslation(['ownHistory', 'common']);
  return (
    <ul className={classes.list} aria-label={t('list')}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.item}>
          <div>
            <div className={classes.changes}>
              <strong className={classes.event}>{entry.event}</strong>
              {entry.changed > 0 && <Changes {...entry} />}
            </div>
            <div className={classes.detail}>
              <time dateTime={entry.createdAt}>{formatInstant(entry.createdAt, 'dd.MM.yyyy HH:mm')}</time>
              <span>{personName(entry.userName)}</span>
              {entry.productGroup && <span>{t(`common:productGroup.${entry.productGroup}`)}</span>}
            </div>
            {entry.update && !entry.update.opens && <div className={classes.detail}>{t('gone')}</div>}
            {entry.undone && (
              <div className={classes.detail}>
                {t('undone', {
                  date: formatInstant(entry.undone.createdAt, 'dd.MM.yyyy HH:mm'),
                  userName: personName(entry.undone.userName),
                })}
              </div>
            )}
          </div>
          <div className={classes.actions}>
            {entry.update?.opens && entry.productGroup && (
              <Button
                size="compact-sm"
                variant="default"
                component={Link}
                to={`../${packagePath({ ...entry.update, productGroup: entry.productGroup })}`}
                relative="path"
              >
                {t('open', { kind: entry.update.kind })}
              </Button>
            )}
            {entry.hasLog && <OwnLogButton entry={entry} pharmacy={pharmacy} />}
            {entry.mayUndo && !entry.undone && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconArrowBackUp size={14} aria-hidden />}
                aria-label={t('undo.buttonNamed', { date: formatInstant(entry.createdAt, 'dd.MM.yyyy HH:mm') })}
                onClick={() => onUndo(entry)}
              >
                {t('undo.button')}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
