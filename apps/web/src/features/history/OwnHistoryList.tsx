import { Button } from '@mantine/core';
import type { OwnHistoryEntry } from '@portal/contracts';
import { packagePath } from '@portal/rules';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount, formatInstant } from '../../lib/format.ts';
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
            <strong className={classes.event}>{entry.event}</strong>
            <div className={classes.detail}>
              <time dateTime={entry.createdAt}>{formatInstant(entry.createdAt, 'dd.MM.yyyy HH:mm')}</time>
              <span>{entry.userName}</span>
              {entry.productGroup && <span>{t(`common:productGroup.${entry.productGroup}`)}</span>}
              {entry.changed > entry.typesOnly && <Count of="prices" count={entry.changed - entry.typesOnly} />}
              {entry.typesOnly > 0 && <Count of="types" count={entry.typesOnly} />}
            </div>
            {entry.update && !entry.update.opens && <div className={classes.detail}>{t('gone')}</div>}
            {entry.update && entry.changed > 0 && <div className={classes.detail}>{t('approval')}</div>}
            {entry.undone && (
              <div className={classes.detail}>
                {t('undone', {
                  date: formatInstant(entry.undone.createdAt, 'dd.MM.yyyy HH:mm'),
                  userName: entry.undone.userName,
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
            {entry.mayUndo && (
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

function Count({ of, count }: { of: 'prices' | 'types'; count: number }) {
  const { t } = useTranslation('ownHistory');
  return <span>{t(of, { count, formatted: formatCount(count) })}</span>;
}
