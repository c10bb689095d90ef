import { Radio } from '@mantine/core';
import type { StandingRule } from '@portal/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.ts';
import { useEndStandingRuleMutation } from '../../../editing/standing/standing-rules-api.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import classes from './standing.module.css';

type Props = {
  params: { pharmacyId: number; token: string };
  rule: StandingRule;
  onClose: () => void;
};

/** Asks what becomes of the rule's untouched drafts (rule 18.10). */
export function EndRule({ params, rule: { id, name, drafts }, onClose }: Props) {
  const { t } = useTranslation('standing');
  const [end, { isLoading, error }] = useEndStandingRuleMutation();
  const [dropDrafts, setDropDrafts] = useState(false);
  const count = { count: drafts, number: formatCount(drafts) };
  const submit = async () => {
    if ('data' in (await end({ params, body: { id, dropDrafts } }))) onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={t('endTitle', { name })}
      failure={error && `${t('failed')} ${errorMessage(error)}`}
      confirmLabel={t('endConfirm')}
      cancelLabel={t('cancel')}
      busy={isLoading}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <p>{t('endText')}</p>
      {drafts > 0 && (
        <Radio.Group
          label={t('endDrafts')}
          value={dropDrafts ? 'drop' : 'keep'}
          onChange={(chosen) => setDropDrafts(chosen === 'drop')}
        >
          <div className={classes.choices}>
            <Radio value="keep" label={t('keepDrafts', count)} />
            <Radio value="drop" label={t('dropDrafts', count)} />
          </div>
        </Radio.Group>
      )}
    </ConfirmDialog>
  );
}
