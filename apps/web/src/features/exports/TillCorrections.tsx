import { Alert, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { PRODUCT_GROUPS } from '@portal/rules';
import { IconCashRegister } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { useTillDownload } from './use-till-download.ts';

/** More are counted. */
const MOST_NAMED = 20;

/** Rule 9.34: what it cannot carry is said before and after. */
export function TillCorrections({ disabled, leftOut }: { disabled: boolean; leftOut: readonly string[] }) {
  const { t } = useTranslation(['tillCheck', 'common']);
  const { download, isReady, error, isLoading, omitted } = useTillDownload();
  useEffect(() => {
    if (error) notifications.show({ color: 'red', message: errorMessage(error), autoClose: false });
  }, [error]);
  const isSaved = omitted.length > 0;
  const withdrawn = isSaved ? omitted : leftOut;
  const counted = { count: withdrawn.length, number: formatCount(withdrawn.length) };
  return (
    <>
      <Button
        leftSection={<IconCashRegister aria-hidden size={16} />}
        title={t('correctionsTip')}
        disabled={disabled || !isReady}
        loading={isLoading}
        onClick={() => void download({ productGroups: [...PRODUCT_GROUPS], contents: 'corrections' })}
      >
        {t('corrections')}
      </Button>
      {withdrawn.length > 0 && (
        <Alert color="orange" role="status" w="100%" title={t(isSaved ? 'omitted' : 'leftOut', counted)}>
          {t('omittedHow', { pzns: withdrawn.slice(0, MOST_NAMED).join(', ') })}
          {withdrawn.length > MOST_NAMED &&
            ` ${t('omittedMore', { number: formatCount(withdrawn.length - MOST_NAMED) })}`}
        </Alert>
      )}
    </>
  );
}
