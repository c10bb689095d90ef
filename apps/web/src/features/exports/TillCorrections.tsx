import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { PRODUCT_GROUPS } from '@portal/rules';
import { IconCashRegister } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { useTillDownload } from './use-till-download.ts';

/** Rule 9.34. */
export function TillCorrections({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation(['tillCheck', 'common']);
  const { download, isReady, error, isLoading } = useTillDownload();
  useEffect(() => {
    if (error) notifications.show({ color: 'red', message: errorMessage(error), autoClose: false });
  }, [error]);
  return (
    <Button
      leftSection={<IconCashRegister aria-hidden size={16} />}
      title={t('correctionsTip')}
      disabled={disabled || !isReady}
      loading={isLoading}
      onClick={() => void download({ productGroups: [...PRODUCT_GROUPS], contents: 'corrections' })}
    >
      {t('corrections')}
    </Button>
  );
}
