import { Button } from '@mantine/core';
import { countOutside } from '@portal/list-view';
import { type Guardrail, GUARDRAILS, NO_GUARDRAILS, type ProductGroup } from '@portal/rules';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import type { UseExtras } from './SettingForm.tsx';
import classes from './settings.module.css';
import { useGetPricesInForceQuery } from './settings-api.ts';

/** How many prices of the list lie outside each limit; the list is loaded when asked for (rule 12.6). */
export const useLimitEffect: UseExtras = ({ pharmacy, productGroup }, entered) => {
  const { t } = useTranslation('settings');
  const [isWanted, setWanted] = useState(false);
  const params = {
    pharmacyId: pharmacy.crmCompanyId,
    token: pharmacy.token,
    productGroup: productGroup as ProductGroup,
  };
  const { currentData, isFetching, error } = useGetPricesInForceQuery({ params }, { skip: !isWanted });
  const key = JSON.stringify(entered);
  // Thousands of prices are counted while somebody types.
  const settled = useDeferredValue(key);
  const counts = useMemo(
    () => currentData && countOutside(currentData.model, { ...NO_GUARDRAILS, ...(JSON.parse(settled) as object) }),
    [currentData, settled],
  );
  return {
    beneath: (limit) =>
      counts && entered[limit] !== null && <Effect limit={limit} count={counts.get(limit as Guardrail) ?? 0} />,
    after: (
      <div className={classes.effects}>
        {!counts && GUARDRAILS.some((limit) => typeof entered[limit] === 'number') && (
          <Button variant="default" loading={isFetching} onClick={() => setWanted(true)}>
            {t('guardrails.showEffect')}
          </Button>
        )}
        {error && (
          <p className={classes.failure} role="alert">
            {errorMessage(error)}
          </p>
        )}
      </div>
    ),
  };
};

function Effect({ limit, count }: { limit: string; count: number }) {
  const { t } = useTranslation('settings');
  // a change is judged when it is made
  if (limit === 'maxChangePercent') return <p className={classes.counted}>{t('guardrails.onChange')}</p>;
  return (
    <p className={classes.counted} data-broken={count > 0 || undefined}>
      {t('guardrails.effect', { count, formatted: formatCount(count) })}
    </p>
  );
}
