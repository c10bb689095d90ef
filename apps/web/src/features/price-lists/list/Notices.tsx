import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useSelector } from 'react-redux';
import { useTranslation } from 'react-i18next';
import { selectPendingGroups, selectPharmacyContext, selectPilotAccess } from '../../../auth/pharmacy-context-slice.ts';
import { useAccess } from '../../../auth/use-access.ts';
import { formatCount } from '../../../lib/format.ts';
import { Info } from '../../../ui/info/Info.tsx';
import { Notice } from '../../../ui/screen/Notice.tsx';
import type { PriceListHead } from '../price-lists-api.ts';

/** Rule 4.6. */
export function Notices({ head }: { head: PriceListHead }) {
  const { t } = useTranslation(['priceList', 'common']);
  const pharmacy = useSelector(selectPharmacyContext);
  const pilotAccess = useSelector(selectPilotAccess);
  const { staff } = useAccess();
  const isPending = useSelector(selectPendingGroups).includes(head.productGroup) && !staff;
  const main = head.parentPharmacy;
  return (
    <>
      {main && (
        <Notice
          color="blue"
          icon={IconLock}
          text={
            <>
              <strong>{t('notice.mirror')}</strong>{' '}
              <span>{t('notice.mirrorMain', { name: main.name, city: main.city })}</span>
            </>
          }
        />
      )}
      {head.blockEdit && (
        <Notice
          color="yellow"
          icon={IconLock}
          text={isPending ? `${t('notice.blockEdit')} ${t('notice.pending')}` : t('notice.blockEdit')}
        />
      )}
      {!pilotAccess && (
        <Notice color="gray" icon={IconLock} text={`${t('common:dashboard.noPilot')} ${t('notice.noPilot')}`} />
      )}
      {pharmacy?.contractStatus === 0 && <Notice color="yellow" icon={IconAlertTriangle} text={t('noContract')} />}
    </>
  );
}

/** What is to be known of the AVP, and how many articles are in an open update. */
export function ListNotes({ blocked }: { blocked: number }) {
  const { t } = useTranslation('priceList');
  return (
    <Info
      label={t('notice.footnotes')}
      text={blocked > 0 && t('notice.blocked', { count: blocked, number: formatCount(blocked) })}
    >
      {t('notice.avp')}
    </Info>
  );
}
