import { Button, Group, Modal } from '@mantine/core';
import type { UpdateKind } from '@portal/rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from '../../ui/screen/screen.module.css';
import { WaitingOverlay } from '../../ui/WaitingOverlay.tsx';
import { ResultDialog } from './ResultDialogs.tsx';
import type { UpdateStep } from './update-session.ts';

type ResultProps = {
  kind: UpdateKind;
  step: UpdateStep;
  /** Rows that were left out of a save, since their price can be read in two ways. */
  asked: number;
  tillPanel: ReactNode;
  /** Hides the message, the page stays. */
  onStay: () => void;
  /** Leads to the pharmacy's page. */
  onLeave: () => void;
};

/** While saving and approving, and what came of it. Only an LZD stays on screen afterwards (rules 6.11 and 6.17). */
export function StepDialogs({ kind, step, asked, tillPanel, onStay, onLeave }: ResultProps) {
  const { t } = useTranslation('priceUpdate');
  const lzd = kind === 'LZD';
  switch (step.name) {
    case 'busy':
      return <WaitingOverlay opened text={t(`busy.${step.doing}`)} />;
    case 'saved':
      return (
        <ResultDialog
          title={t('result.savedTitle')}
          text={t('result.saved')}
          panel={asked > 0 && t('result.asked', { count: asked, number: formatCount(asked) })}
          // whoever has a question to answer stays with it
          onClose={lzd || asked > 0 ? onStay : onLeave}
          {...(lzd
            ? {
                closeLabel: t('result.continueLzd'),
                other: { label: t('result.endLzd'), onClick: onLeave },
              }
            : {})}
        />
      );
    case 'approved': {
      const contract = step.contractActivated ? t('result.contractActivated') : '';
      return (
        <ResultDialog
          title={t('result.approvedTitle')}
          text={lzd ? `${t('result.approvedLzd')}${contract}` : t('result.approved')}
          {...(step.changed === 0 ? { note: t('result.nothingChanged') } : {})}
          panel={tillPanel}
          onClose={lzd ? onStay : onLeave}
        />
      );
    }
    case 'list':
    case 'confirm':
      return null;
  }
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
      closeLabel={t('close')}
    >
      <p>{t('contract.access')}</p>
      <p>{t('contract.activates')}</p>
      <p>{t('contract.details')}</p>
    </ConfirmDialog>
  );
}

/** Asks before entered values are thrown away; the buttons name what they do. */
export function DiscardDialog(props: { opened: boolean; count: number; onKeep: () => void; onDiscard: () => void }) {
  const { t } = useTranslation('priceUpdate');
  const { opened, count, onKeep, onDiscard } = props;
  return (
    <Modal opened={opened} onClose={onKeep} title={t('discard.title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <p className={classes.dialogText}>{t('discard.text', { count, number: formatCount(count) })}</p>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onKeep}>
          {t('discard.keep')}
        </Button>
        <Button color="red" onClick={onDiscard}>
          {t('discard.discard')}
        </Button>
      </Group>
    </Modal>
  );
}
