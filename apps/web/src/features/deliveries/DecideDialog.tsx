import { Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useRefuseDeliveryMutation, useTakeInDeliveryMutation } from './deliveries-api.ts';

export type Decision = { readonly id: number; readonly name: string; readonly what: 'takeIn' | 'refuse' };

const MIN_REASON = 3;
const MAX_REASON = 200;

/** A reason is asked for (rule 20.12). */
export function DecideDialog({ decision: { id, name, what }, onClose }: { decision: Decision; onClose: () => void }) {
  const { t } = useTranslation(['deliveries', 'common']);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [takeIn, taking] = useTakeInDeliveryMutation();
  const [refuse, refusing] = useRefuseDeliveryMutation();
  const { isLoading, error } = what === 'takeIn' ? taking : refusing;
  const send = async () => {
    if (reason.trim().length < MIN_REASON) return setIsMissing(true);
    const call = { params: { deliveryId: String(id) }, body: { reason } };
    const sent = what === 'takeIn' ? await takeIn(call) : await refuse(call);
    if (sent.error) return;
    const closeButtonProps = { 'aria-label': t('close') };
    notifications.show({ color: 'teal', message: t(`done.${what}`, { name }), closeButtonProps });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      danger={what === 'takeIn'}
      title={t(`ask.${what}Title`, { name })}
      confirmLabel={t(`ask.${what}Confirm`)}
      cancelLabel={t('cancel')}
      failure={error && errorMessage(error)}
      busy={isLoading}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <p>{t(`ask.${what}Text`)}</p>
      <Textarea
        label={t('ask.reason')}
        description={t(`ask.${what}Hint`)}
        error={isMissing && reason.trim().length < MIN_REASON && t('ask.reasonMissing')}
        required
        rows={2}
        maxLength={MAX_REASON}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
