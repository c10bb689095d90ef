import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useProposeNoticeAddressMutation } from './lzd-pipeline-api.ts';
import type { PipelineRow } from './pipeline-rows.ts';

/** Proposes an address for mails of a pharmacy whose LZD is released (rule 15.1). */
export function ProposeDialog({ row, onClose }: { row: PipelineRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('lzdPipeline');
  const [propose, { error, isLoading, reset }] = useProposeNoticeAddressMutation();
  const [address, setAddress] = useState('');
  const close = () => {
    setAddress('');
    reset();
    onClose();
  };
  const send = async () => {
    if (!row) return;
    const answer = await propose({ params: { apoId: row.apoId, lzdId: row.id }, body: { address } });
    if (!answer.error) close();
  };
  return (
    <ConfirmDialog
      opened={row !== undefined}
      title={t('propose.ask', { name: row?.pharmacy ?? '' })}
      confirmLabel={t('propose.send')}
      cancelLabel={t('cancel')}
      failure={error && errorMessage(error)}
      busy={isLoading}
      onConfirm={() => void send()}
      onClose={close}
    >
      <p>{t('propose.text')}</p>
      <TextInput
        type="email"
        label={t('propose.label')}
        value={address}
        onChange={({ currentTarget: { value } }) => setAddress(value)}
      />
    </ConfirmDialog>
  );
}
