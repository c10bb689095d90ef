import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ResultDialog } from '../../editing/parts/ResultDialog.tsx';
import { inContext } from '../../lib/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatCount } from '../../lib/format.ts';
import { approvedInParts, partToTakeBack, type UpdateHead } from './price-updates-api.ts';
import type { useStaffSteps } from './use-staff-steps.ts';

type Props = { head: UpdateHead; steps: ReturnType<typeof useStaffSteps> };

/** Rules 6.19, 6.21 and 6.22. */
export const StaffDialogs = memo(
  Dialogs,
  (before, now) => before.steps.state.name === 'idle' && now.steps.state.name === 'idle',
);

function Dialogs({ head, steps }: Props) {
  const { t } = useTranslation(['priceUpdate', 'common']);
  const { state } = steps;
  if (state.name === 'activated') {
    return (
      <ResultDialog
        title={t('result.activatedTitle')}
        texts={[t('result.activated', { names: state.names.join(', ') })]}
        onClose={steps.close}
      />
    );
  }
  if (state.name === 'released') {
    return (
      <ResultDialog
        title={t('result.releasedTitle')}
        texts={[t('result.released', { group: t(`common:productGroup.${head.productGroup}`), ...head.lzd?.pharmacy })]}
        onClose={steps.close}
      />
    );
  }
  if (state.name === 'reverted') {
    return <ResultDialog title={t('result.revertedTitle')} texts={[state.message]} onClose={steps.close} />;
  }
  if (state.name === 'idle') return null;
  const { step, busy, failure } = state;
  const context = head.kind;
  const part = partToTakeBack(head);
  const approved = approvedInParts(head);
  const counts = { count: approved, number: formatCount(approved) };
  return (
    <ConfirmDialog
      opened
      title={t(`ask.${step}.title`, inContext(context, { part: part?.number, ...head.lzd?.pharmacy }))}
      confirmLabel={t(`ask.${step}.confirm`, inContext(context))}
      cancelLabel={t('cancel')}
      danger={step === 'delete' || step === 'revert' || step === 'takeBack'}
      busy={busy}
      failure={
        failure !== null && (
          <>
            {t(`ask.${step}.failure`, inContext(context))}
            <br />
            {failure}
          </>
        )
      }
      onConfirm={() => void steps.confirm()}
      onClose={steps.close}
    >
      <p>
        {t(
          `ask.${step}.text`,
          inContext(context, {
            count: part?.rows ?? 0,
            number: formatCount(part?.rows ?? 0),
            user: part?.userName ?? '',
          }),
        )}
      </p>
      {step === 'delete' && approved > 0 && <p>{t('part.stay', counts)}</p>}
      {step === 'revert' && approved > 0 && <p>{t('part.revert', counts)}</p>}
      {step === 'revert' && head.reopenWarning && <p>{head.reopenWarning}</p>}
    </ConfirmDialog>
  );
}
