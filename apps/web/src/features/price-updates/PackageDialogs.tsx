import { PACKAGE_KINDS, type UpdateKind } from '@portal/rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ResultDialog } from '../../editing/parts/ResultDialog.tsx';
import type { Outcome, Phase } from '../../editing/session/session.ts';
import { formatCount } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

type ResultProps = {
  kind: UpdateKind;
  phase: Phase;
  questionCount: number;
  /** PZNs that are no part of a draft yet (rule 6.11). */
  refused: readonly string[];
  /** The way on after an approval. */
  nextSteps: (outcome: Outcome) => ReactNode;
  /** Hides the message, the page stays. */
  onStay: () => void;
  /** Leads to the pharmacy's page. */
  onLeave: () => void;
};

/** Only an LZD stays (rules 6.11 and 6.17). */
export function PackageResult({ kind, phase, questionCount, refused, nextSteps, onStay, onLeave }: ResultProps) {
  const { t } = useTranslation(['priceUpdate', 'editing']);
  const { staysOpen } = PACKAGE_KINDS[kind];
  if (phase.name !== 'done') return null;
  if (phase.task === 'save') {
    // what is open comes first
    const leaves = !staysOpen && questionCount === 0 && refused.length === 0;
    return (
      <ResultDialog
        title={t('result.savedTitle')}
        texts={[
          t('result.saved'),
          questionCount > 0 && t('editing:result.asked', { count: questionCount, number: formatCount(questionCount) }),
          refused.length > 0 &&
            t('result.refused', {
              count: refused.length,
              pzns: refused.slice(0, 3).join(', ') + (refused.length > 3 ? ' …' : ''),
            }),
          leaves && t('result.leaves'),
        ]}
        onClose={leaves ? onLeave : onStay}
        {...(leaves ? { other: { label: t('editing:discard.keep'), onClick: onStay, stays: true } } : {})}
        {...(staysOpen
          ? {
              closeLabel: t('result.continueLzd'),
              other: { label: t('result.endLzd'), onClick: onLeave },
            }
          : {})}
      />
    );
  }
  const { contractActivated, changed, left = 0, loaded = 0 } = phase.outcome;
  const contract = contractActivated ? t('result.contractActivated') : '';
  return (
    <ResultDialog
      title={t('result.approvedCount', { count: loaded, number: formatCount(loaded) })}
      lead={t('result.approvedTitle')}
      texts={[
        staysOpen ? `${t('result.approvedLzd')}${contract}` : t('result.approved'),
        left > 0 && t('result.left', { count: left, number: formatCount(left) }),
        changed === 0 && t('editing:result.nothingChanged'),
      ]}
      panel={nextSteps(phase.outcome)}
      onClose={staysOpen ? onStay : onLeave}
    />
  );
}

/** Asks before the first approval, which activates the contract (rule 6.20). */
export function ContractDialog(props: { opened: boolean; onConfirm: () => void; onClose: () => void }) {
  const { t } = useTranslation('priceUpdate');
  return (
    <ConfirmDialog
      {...props}
      title={t('contract.title')}
      confirmLabel={t('contract.confirm')}
      cancelLabel={t('cancel')}
    >
      <p>{t('contract.access')}</p>
      <p>{t('contract.activates')}</p>
      <p>{t('contract.details')}</p>
    </ConfirmDialog>
  );
}
