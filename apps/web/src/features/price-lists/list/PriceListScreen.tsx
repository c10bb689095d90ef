import { CALLS } from '../../../api/calls.ts';
import { countBlocked } from '@portal/list-view';
import { parseProductGroup } from '@portal/rules';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router';
import { requestOf } from '../../../api/contract-endpoint.ts';
import { selectPilotAccess } from '../../../auth/pharmacy-context-slice.ts';
import { ArrivingList } from '../../../editing/screen/ArrivingList.tsx';
import { PRICE_LIST } from '../../../editing/kinds/price-list.ts';
import { ListLoading } from '../../../editing/screen/ListLoading.tsx';
import { useArriving } from '../../../editing/state/use-arriving.ts';
import { useColumnMode } from '../../../editing/state/use-column-mode.tsx';
import { PREFETCH_VALID_S, useReleasePrefetch } from '../../../lib/prefetch.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { type LazyPart, useLoadAhead } from '../../../ui/lazy-part.tsx';
import { WorkScreen } from '../../../ui/screen/WorkScreen.tsx';
import { ListNotes, Notices } from './Notices.tsx';
import type { PriceListEditorProps } from './PriceListEditor.tsx';
import { LoadedPriceList, useGetPriceListQuery } from '../price-lists-api.ts';

/** Loaded after the first rows (rule 2.28). */
type Props = { Editor: LazyPart<Omit<PriceListEditorProps, 'slots'>> };

/** The price list of a product group: p/{pharmacyId}/{pharmacyToken}/pricelist/{type} (rule 4.1). */
export default function PriceListScreen({ Editor }: Props) {
  const { t } = useTranslation('priceList');
  const { pharmacyId = '', pharmacyToken = '', type = '' } = useParams();
  const known = parseProductGroup(type);
  const group = known ?? type;
  const mode = useColumnMode(PRICE_LIST);
  const request = { params: { pharmacyId, token: pharmacyToken, productGroup: group } };
  const query = useGetPriceListQuery(request, { refetchOnMountOrArgChange: PREFETCH_VALID_S });
  useReleasePrefetch();
  const { currentData, refetch } = query;
  // Deferred: drawing blocks (ADR 91).
  const drawn = useDeferredValue(currentData !== undefined, false);
  const arriving = useArriving(requestOf(CALLS.getPriceList, request).url, LoadedPriceList, drawn);
  useLoadAhead(Editor, arriving !== undefined || currentData !== undefined);
  const pilotAccess = useSelector(selectPilotAccess);
  // Nobody edits without access to the pilot.
  const list = useMemo(
    () => (currentData && !pilotAccess ? currentData.asReadOnly() : currentData),
    [currentData, pilotAccess],
  );
  const title = t('title', { group: known ? t(`group.${known}`) : type });
  usePageTitle(title);

  return (
    <WorkScreen
      notices={list && <Notices head={list.head} />}
      title={title}
      facts={list && <ListNotes blocked={countBlocked(list.model)} />}
      modes={mode.bar && list && mode.bar}
    >
      <ListLoading kind="priceList" query={query} drawn={drawn}>
        {arriving && <ArrivingList kind={PRICE_LIST} title={title} mode={mode} {...arriving} />}
      </ListLoading>
      {list && drawn && (
        <Editor
          key={`${pharmacyId}/${group}`}
          list={list}
          pharmacyId={pharmacyId}
          token={pharmacyToken}
          mode={mode}
          reload={async () => (await refetch()).data}
        />
      )}
    </WorkScreen>
  );
}
