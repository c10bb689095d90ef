import { Alert, Button, Skeleton } from '@mantine/core';
import { EXPERT_COLUMN_TOGGLES } from '@portal/list-view';
import { parseProductGroup } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { selectPharmacyContext } from '../../auth/pharmacy-context-slice.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ModeBar, type ScreenMode } from '../../ui/screen/ModeBar.tsx';
import classes from '../../ui/screen/screen.module.css';
import { STANDARD_COLUMNS, useColumnToggles } from './column-toggles.ts';
import type { ListSlots } from './list-slots.ts';
import { Notices } from './Notices.tsx';
import { PriceListEditor } from './PriceListEditor.tsx';
import { useGetPriceListQuery } from './price-lists-api.ts';

/** The price list of a product group: p/{pharmacyId}/{pharmacyToken}/pricelist/{type} (rule 4.1). */
export default function PriceListScreen(slots: ListSlots) {
  const { t } = useTranslation('priceList');
  const { pharmacyId = '', pharmacyToken = '', type = '' } = useParams();
  const group = parseProductGroup(type) ?? type;
  const pharmacy = useSelector(selectPharmacyContext);
  const [mode, setMode] = useState<ScreenMode>('standard');
  const [shown, toggle] = useColumnToggles();
  const request = { params: { pharmacyId, token: pharmacyToken, productGroup: group } };
  const { currentData, error, isFetching, refetch } = useGetPriceListQuery(request, {
    refetchOnMountOrArgChange: true,
  });
  usePageTitle(t('title', { group: t(`group.${group}`) }));

  return (
    <section className={classes.screen}>
      <header className={classes.title}>
        <h1 className={classes.heading}>{t('title', { group: t(`group.${group}`) })}</h1>
        {pharmacy && <p className={classes.pharmacy}>{pharmacy.name}</p>}
        {currentData && (
          <ModeBar
            mode={mode}
            onMode={setMode}
            toggles={EXPERT_COLUMN_TOGGLES}
            labelOf={(name) => t(`toggle.${name}`)}
            shown={shown}
            onToggle={toggle}
          />
        )}
      </header>
      {currentData && <Notices head={currentData.head} />}
      {error && !isFetching && (
        <Alert className={classes.notice} color="red" role="alert" title={t('loadFailed')}>
          <p className={classes.noticeText}>{errorMessage(error)}</p>
          <Button variant="default" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </Alert>
      )}
      {currentData ? (
        <PriceListEditor
          key={`${pharmacyId}/${group}`}
          list={currentData}
          pharmacyId={pharmacyId}
          token={pharmacyToken}
          shown={mode === 'expert' ? shown : STANDARD_COLUMNS}
          mode={mode}
          reload={async () => (await refetch()).data}
          slots={slots}
        />
      ) : (
        !error && <ListSkeleton label={t('loading')} />
      )}
    </section>
  );
}

function ListSkeleton({ label }: { label: string }) {
  return (
    <div className={classes.skeletons} role="status" aria-label={label}>
      <Skeleton height={36} width="60%" />
      {Array.from({ length: 12 }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- they are all alike
        <Skeleton key={line} height={22} />
      ))}
    </div>
  );
}
