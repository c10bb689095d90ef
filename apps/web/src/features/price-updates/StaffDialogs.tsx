import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ResultDialog } from '../../editing/parts/ResultDialog.tsx';
import { inContext } from '../../lib/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatCount } from '../../lib/format.ts';
import { approvedInParts, partToTakeBack, type UpdateHead } from './price-updates-api.ts';
import type { useStaffActions } from './use-staff-actions.ts';

type Props = { head: UpdateHead; actions: ReturnType<typeof useStaffActions> };

/** Rules 6.19, 6.21 and 6.22. */
export const StaffDialogs = memo(
  Dialogs,
  (before, now) => before.actions.state.name === 'idle' && now.actions.state.name === 'idle',
);

function Dialogs({ head, actions }: Props) {
  const { t } = useTranslation(['priceUpdate', 'common']);
  const { state } = actions;
  if (state.name === 'activated') {
    return (
      <ResultDialog
        title={t('result.activatedTitle')}
        texts={[t('result.activated', { names: state.names.join(', ') })]}
        onClose={actions.close}
      />
    );
  }
  if (state.name === 'released') {
    return (
      <ResultDialog
        title={t('result.releasedTitle')}
        texts={[t('result.released', { group: t(`common:productGroup.${head.productGroup}`), ...head.lzd?.pharmacy })]}
        onClose={actions.close}
      />
    );
  }
  if (state.name === 'reverted') {
    return <ResultDialog title={t('result.revertedTitle')} texts={[state.message]} onClose={actions.close} />;
  }
  if (state.name === 'idle') return null;
  const { action, busy, failure } = state;
  const context = head.kind;
  const part = partToTakeBack(head);
  const approved = approvedInParts(head);
  const counts = { count: approved, number: formatCount(approved) };
  return (
    <ConfirmDialog
      opened
      title={t(`ask.${action}.title`, inContext(context, { part: part?.number, ...head.lzd?.pharmacy }))}
      confirmLabel={t(`ask.${action}.confirm`, inContext(context))}
      cancelLabel={t('cancel')}
      danger={action === 'delete' || action === 'revert' || action === 'takeBack'}
      busy={busy}
      failure={
        failure !== null && (
          <>
            {t(`ask.${action}.failure`, inContext(context))}
            <br />
            {failure}
          </>
        )
      }
      onConfirm={() => void actions.confirm()}
      onClose={actions.close}
    >
      <p>
        {t(
          `ask.${action}.text`,
          inContext(context, {
            count: part?.rows ?? 0,
            number: formatCount(part?.rows ?? 0),
            user: part?.userName ?? '',
          }),
        )}
      </p>
      {action === 'delete' && approved > 0 && <p>{t('part.stay', counts)}</p>}
      {action === 'revert' && approved > 0 && <p>{t('part.revert', counts)}</p>}
      {action === 'revert' && head.reopenWarning && <p>{head.reopenWarning}</p>}
    </ConfirmDialog>
  );
}
