import { notifications } from '@mantine/notifications';
import type { Pharmacy } from '@portal/contracts';
import type { ApprovalFlag, FlagKind, ProductGroup } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { useSetApprovalFlagMutation, useSetQdpApprovalFlagMutation } from './settings-api.ts';

type Change = { kind: FlagKind; productGroup: ProductGroup; flag: ApprovalFlag };

/** `save` resolves to false when refused. */
export function useSetFlag({ apoId, token }: Pharmacy) {
  const { t } = useTranslation(['settings', 'common']);
  const [setMonthly, monthly] = useSetApprovalFlagMutation();
  const [setQuarterly, quarterly] = useSetQdpApprovalFlagMutation();
  const [failure, setFailure] = useState<string | null>(null);

  async function save({ kind, productGroup, flag }: Change): Promise<boolean> {
    setFailure(null);
    const change = { MDP: setMonthly, QDP: setQuarterly }[kind];
    try {
      const { approvedId } = await change({ params: { apoId, token, productGroup, flag: String(flag) } }).unwrap();
      const group = t(`common:productGroup.${productGroup}`);
      notifications.show({
        color: 'teal',
        message:
          approvedId === null
            ? t('saved')
            : t('savedApproved', { package: t(`${kind}.package`, { group, id: approvedId }) }),
      });
      return true;
    } catch (error) {
      setFailure(errorMessage(error));
      return false;
    }
  }

  return { save, busy: monthly.isLoading || quarterly.isLoading, failure, clearFailure: () => setFailure(null) };
}
