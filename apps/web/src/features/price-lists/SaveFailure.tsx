import { Alert, Button, Switch } from '@mantine/core';
import { REASON } from '@portal/contracts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/api-error.ts';
import classes from '../../ui/screen/screen.module.css';

type Props = {
  failure: ApiError;
  conflictsOnly: boolean;
  onConflictsOnly: (only: boolean) => void;
  /** Loads the list anew, lets go of the rows in conflict and keeps the other edits. */
  onReload: () => void;
};

/** A save that failed (rules 2.17 and 4.12); the edits are still there. Rows that somebody else changed are named. */
export function SaveFailure({ failure, conflictsOnly, onConflictsOnly, onReload }: Props) {
  const { t } = useTranslation('priceList');
  const conflict = failure.reason === REASON.conflict && (failure.pzns?.length ?? 0) > 0;
  const stale = conflict || failure.reason === REASON.editBlocked || failure.reason === REASON.invalidRows;
  return (
    <Alert
      className={classes.notice}
      color="red"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={t('failure.title', { message: failure.message })}
    >
      <p className={classes.noticeText}>{t(conflict ? 'failure.conflict' : 'failure.kept')}</p>
      {conflict && (
        <p className={classes.noticeText}>{t('failure.pzns', { pzns: failure.pzns?.slice(0, 50).join(', ') })}</p>
      )}
      {stale && (
        <div className={classes.noticeRow}>
          {conflict && (
            <Switch
              size="sm"
              label={t('failure.showConflicts')}
              checked={conflictsOnly}
              onChange={(event) => onConflictsOnly(event.currentTarget.checked)}
            />
          )}
          <Button size="xs" variant="default" onClick={onReload}>
            {t(conflict ? 'failure.reloadOthers' : 'failure.reload')}
          </Button>
        </div>
      )}
    </Alert>
  );
}
