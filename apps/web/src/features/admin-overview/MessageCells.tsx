import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { UndeliveredMessage } from '@portal/contracts';
import { IconAlertTriangle, IconRefresh, IconSend } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { useRedeliverMessageMutation } from './admin-overview-api.ts';
import { MessageLog } from './MessageLog.tsx';

export function MessageActions({ message: { id, status }, name }: { message: UndeliveredMessage; name: string }) {
  const { t } = useTranslation('adminOverview');
  const [logOpen, log] = useDisclosure(false);
  return (
    <>
      {status === 'dead' && <Redeliver id={id} name={name} />}
      <Button size="compact-sm" variant="default" aria-label={t('messages.logNamed', { name })} onClick={log.open}>
        {t('messages.log')}
      </Button>
      {logOpen && <MessageLog id={id} name={name} onClose={log.close} />}
    </>
  );
}

export function messageName({ kind, task, to }: UndeliveredMessage, t: TFunction<['adminOverview', 'common']>): string {
  if (kind === 'pharmacy' || kind === 'notice' || kind === 'noticeConfirmation' || kind === 'delivery')
    return t(`messages.${kind}`);
  if (!task) return t('messages.logExport', { to });
  const group = t(`common:productGroup.${task.productGroup}`);
  return t('messages.taskClosed', { kind: task.kind, group, id: task.importId });
}

export function MessageTag({ message: { status, attempts } }: { message: UndeliveredMessage }) {
  const { t } = useTranslation('adminOverview');
  if (status === 'dead') {
    return (
      <StatusTag tone="bad" icon={IconAlertTriangle}>
        {t('messages.dead')}
      </StatusTag>
    );
  }
  return attempts > 0 ? (
    <StatusTag tone="warn" icon={IconRefresh}>
      {t('messages.waiting')}
    </StatusTag>
  ) : (
    <StatusTag tone="info" icon={IconSend}>
      {t('messages.fresh')}
    </StatusTag>
  );
}

function Redeliver({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation(['adminOverview', 'common']);
  const [redeliver, { isLoading }] = useRedeliverMessageMutation();
  const send = async () => {
    const closeButtonProps = { 'aria-label': t('common:close') };
    try {
      await redeliver({ params: { messageId: id } }).unwrap();
      notifications.show({ color: 'teal', message: t('messages.redelivered'), closeButtonProps });
    } catch (error) {
      const title = t('messages.redeliverFailed');
      notifications.show({ color: 'red', title, message: errorMessage(error), closeButtonProps });
    }
  };
  return (
    <ConfirmButtons>
      <Button
        size="compact-sm"
        variant="light"
        loading={isLoading}
        aria-label={t('messages.redeliverNamed', { name })}
        onClick={() => void send()}
      >
        {t('messages.redeliver')}
      </Button>
    </ConfirmButtons>
  );
}
