import { Alert, Button, Switch } from '@mantine/core';
import { REASON } from '@portal/contracts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ApiError, outcomeUnknown } from '../../api/api-error.ts';
import screen from '../../ui/screen/screen.module.css';
import type { KindName } from '../kind/kind.ts';

type Props = {
  kind: KindName;
  failure: ApiError;
  /** Drops edits in conflict, keeps all others. */
  onReload: () => void;
  /** Where the rows concerned can be shown alone. */
  conflictsOnly?: { readonly checked: boolean; readonly onChange: (checked: boolean) => void };
};

/** How many rows are named; the rest is found after reloading. */
const NAMED = 50;
/** Refusals that go away only when the list is loaded again. */
const STALE: ReadonlySet<string> = new Set([
  REASON.conflict,
  REASON.state,
  REASON.invalidRows,
  REASON.notReleased,
  REASON.editBlocked,
]);

/** Rules 2.17, 4.12 and 6.12. Rule 2.29. */
export function FailureNotice({ kind, failure, onReload, conflictsOnly }: Props) {
  const { t } = useTranslation('editing');
  const { pzns = [], issues } = failure;
  const told = toldOf(failure);
  const conflict = told === 'conflict';
  const done = told === 'done';
  const messages = new Map(issues?.map(({ path, message }) => [path, ` (${message})`]));
  const named = pzns.slice(0, NAMED).map((pzn) => `PZN ${pzn}${messages.get(pzn) ?? ''}`);
  return (
    <Alert
      className={screen.notice}
      color={done ? 'blue' : 'red'}
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={done ? failure.message : t('failure.title', { message: failure.message })}
    >
      <p className={screen.noticeText}>
        {told === 'conflict' || told === 'kept' ? t(`failure.${told}`, { context: kind }) : t(`failure.${told}`)}
      </p>
      {named.length > 0 && <p className={screen.noticeText}>{t('failure.pzns', { pzns: named.join(', ') })}</p>}
      {STALE.has(failure.reason) && (
        <div className={screen.noticeRow}>
          {conflict && conflictsOnly && (
            <Switch
              size="sm"
              label={t('failure.showConflicts')}
              checked={conflictsOnly.checked}
              onChange={(event) => conflictsOnly.onChange(event.currentTarget.checked)}
            />
          )}
          <Button size="xs" variant="default" onClick={onReload}>
            {conflict ? t('failure.reloadOthers', { context: kind }) : t('refresh')}
          </Button>
        </div>
      )}
    </Alert>
  );
}

/** Never claims that nothing was saved where that is unknown. */
function toldOf(failure: ApiError): 'conflict' | 'unknown' | 'done' | 'state' | 'kept' {
  if (failure.reason === REASON.conflict && failure.pzns?.length) return 'conflict';
  if (outcomeUnknown(failure)) return 'unknown';
  if (failure.reason !== REASON.state) return 'kept';
  return failure.answerWasLost ? 'done' : 'state';
}
