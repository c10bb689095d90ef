import { notifications } from '@mantine/notifications';
import type { PricePeriod } from '@portal/contracts';
import { formatCents } from '@portal/rules';
import { useState } from 'react';
import { nameWithPack } from '../../lib/name-with-pack.ts';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useEndPricePeriodsMutation } from './periods-api.ts';

type Props = {
  periods: readonly PricePeriod[];
  params: { pharmacyId: string; token: string };
  onDone: () => void;
  onClose: () => void;
};

/** Ends a period that runs, or takes back one to come (rule 17.9). */
export function EndDialog({ periods, params, onDone, onClose }: Props) {
  const { t } = useTranslation('periods');
  const [failure, setFailure] = useState<string | null>(null);
  const [end, { isLoading }] = useEndPricePeriodsMutation();
  const [period] = periods;
  if (!period) return null;
  const { state, name, content, pzn, effectivePriceAfter } = period;
  const confirm = async () => {
    setFailure(null);
    try {
      await end({ params, body: { ids: periods.map(({ id }) => id) } }).unwrap();
      notifications.show({ color: 'teal', message: t(state === 'coming' ? 'end.removed' : 'end.done') });
      onDone();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  const price = effectivePriceAfter === null ? null : formatCents(effectivePriceAfter);
  return (
    <ConfirmDialog
      opened
      title={t(state === 'coming' ? 'end.titleComing' : 'end.titleRunning')}
      failure={failure}
      confirmLabel={t(state === 'coming' ? 'end.coming' : 'end.running')}
      cancelLabel={t('cancel')}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        <strong>{nameWithPack(name || pzn, content)}</strong>
      </p>
      <p>
        {state === 'coming'
          ? t('end.comingMeans')
          : price === null
            ? t('end.runningExcluded')
            : t('end.runningMeans', { price })}
      </p>
    </ConfirmDialog>
  );
}
