import { Alert, Button } from '@mantine/core';
import { REASON } from '@portal/contracts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/api-error.ts';
import classes from '../../ui/screen/screen.module.css';

type Props = {
  failure: ApiError;
  /** Loads the package anew, lets go of the rows in conflict and keeps what else was entered. */
  onReload: () => void;
};

/** How many rows are named; the rest is found after reloading. */
const NAMED = 20;
/** Refusals that go away only when the package is loaded anew. */
const STALE: ReadonlySet<string> = new Set([REASON.conflict, REASON.state, REASON.invalidRows, REASON.notReleased]);

/** A save or an approval that was refused (rules 2.17 and 6.12); what was entered is still there. Rows concerned are named. */
export function FailureNotice({ failure, onReload }: Props) {
  const { t } = useTranslation('priceUpdate');
  const conflict = failure.reason === REASON.conflict && (failure.pzns?.length ?? 0) > 0;
  const named = failure.issues?.map(({ path, message }) => `PZN ${path} (${message})`) ?? failure.pzns ?? [];
  return (
    <Alert
      className={classes.notice}
      color="red"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={t('failure.title', { message: failure.message })}
    >
      <p className={classes.noticeText}>{t(conflict ? 'failure.conflict' : 'failure.kept')}</p>
      {named.length > 0 && (
        <p className={classes.noticeText}>{t('failure.pzns', { pzns: named.slice(0, NAMED).join(', ') })}</p>
      )}
      {STALE.has(failure.reason) && (
        <Button size="xs" variant="default" onClick={onReload}>
          {t(conflict ? 'failure.reloadOthers' : 'failure.reload')}
        </Button>
      )}
    </Alert>
  );
}
