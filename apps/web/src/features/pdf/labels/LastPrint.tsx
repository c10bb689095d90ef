import { Alert, Button } from '@mantine/core';
import type { LabelState } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import classes from './labels.module.css';
import { useUndoLabelsPrintedMutation } from './labels-api.ts';

type Props = { params: { apoId: string; token: string }; latest: NonNullable<LabelState['latest']> };

/** The last print, which can be taken back (rule 16.9). */
export function LastPrint({ params, latest }: Props) {
  const { t } = useTranslation('labels');
  const [undo, { error, isLoading }] = useUndoLabelsPrintedMutation();
  const count = latest.labels + latest.removed;
  return (
    <div className={classes.lastPrint}>
      <p className={classes.text}>
        {t('lastPrint', {
          count,
          formatted: formatCount(count),
          at: formatInstant(latest.printedAt, 'dd.MM.yyyy HH:mm'),
          name: latest.userName,
        })}
      </p>
      {/* A second click would take back the print before, which is the last then. */}
      <ConfirmButtons since={latest.id}>
        <Button
          size="compact-sm"
          variant="subtle"
          loading={isLoading}
          onClick={() => void undo({ params: { ...params, printId: latest.id } })}
        >
          {t('takeBack')}
        </Button>
      </ConfirmButtons>
      {error && (
        <Alert color="red" role="alert" title={t('notMarked')}>
          {errorMessage(error)}
        </Alert>
      )}
    </div>
  );
}
