import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconLock } from '@tabler/icons-react';
import { useSelector } from 'react-redux';
import { useTranslation } from 'react-i18next';
import { selectPharmacyContext, selectPilotAccess } from '../../auth/pharmacy-context-slice.ts';
import { formatCount } from '../../lib/format.ts';
import classes from '../../ui/screen/screen.module.css';
import type { PriceListHead } from './price-lists-api.ts';

/** Rule 4.6. */
export function Notices({ head }: { head: PriceListHead }) {
  const { t } = useTranslation(['priceList', 'common']);
  const pharmacy = useSelector(selectPharmacyContext);
  const pilotAccess = useSelector(selectPilotAccess);
  const main = head.parentPharmacy;
  return (
    <>
      {main && (
        <Alert className={classes.notice} color="blue" icon={<IconLock aria-hidden />} title={t('notice.mirror')}>
          {t('notice.mirrorMain', { name: main.name, city: main.city })}
        </Alert>
      )}
      {head.blockEdit && (
        <Alert className={classes.notice} color="yellow" icon={<IconLock aria-hidden />}>
          {t('notice.blockEdit')}
        </Alert>
      )}
      {!pilotAccess && (
        <Alert className={classes.notice} color="gray" icon={<IconLock aria-hidden />}>
          {t('common:dashboard.noPilot')} {t('notice.noPilot')}
        </Alert>
      )}
      {pharmacy?.contractStatus === 0 && (
        <Alert className={classes.notice} color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t('notice.contract')}
        </Alert>
      )}
    </>
  );
}

export function Footnote({ blocked, narrow }: { blocked: number; narrow: boolean }) {
  const { t } = useTranslation(['priceList', 'common']);
  const text = [t('notice.avp'), blocked > 0 && t('notice.blocked', { count: blocked, number: formatCount(blocked) })];
  if (narrow) {
    return (
      <details className={classes.footnote}>
        <summary>{t('notice.footnotes')}</summary>
        {text.filter(Boolean).join(' ')}
      </details>
    );
  }
  return (
    <p className={classes.footnote}>
      <IconInfoCircle aria-hidden size={14} />
      {text.filter(Boolean).join(' ')}
    </p>
  );
}
