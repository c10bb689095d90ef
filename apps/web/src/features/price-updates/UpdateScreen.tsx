import { REASON } from '@portal/contracts';
import { parseProductGroup, type UpdateKind } from '@portal/rules';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Navigate, useParams } from 'react-router';
import { isApiError } from '../../api/api-error.ts';
import { selectPilotAccess } from '../../auth/pharmacy-context-slice.ts';
import { ArrivingList } from '../../editing/screen/ArrivingList.tsx';
import type { PackageTypes } from '../../editing/kind/types.ts';
import { ListLoading } from '../../editing/screen/ListLoading.tsx';
import { useArriving } from '../../editing/state/use-arriving.ts';
import { useColumnMode } from '../../editing/state/use-column-mode.tsx';
import { PREFETCH_VALID_S, useReleasePrefetch } from '../../lib/prefetch.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { type LazyPart, useLoadAhead } from '../../ui/lazy-part.tsx';
import { WorkScreen } from '../../ui/screen/WorkScreen.tsx';
import {
  KINDS,
  LoadedUpdate,
  openRows,
  type UpdateRef,
  updateRequest,
  useGetUpdateQuery,
} from './price-updates-api.ts';
import type { UpdateEditorProps } from './UpdateEditor.tsx';
import { UpdateBack, UpdateFacts, UpdateNotices, UpdateTitle } from './UpdateHeader.tsx';

/** Loaded after the first rows (rule 2.28). */
type Props = { kind: UpdateKind; Editor: LazyPart<Omit<UpdateEditorProps, 'slots'>> };

/** An update package of any kind: p/{pharmacyId}/{pharmacyToken}/{mdp|qdp|lzd}/{id}/{productType} (rule 6.10). */
export default function UpdateScreen({ kind, Editor }: Props) {
  const { t } = useTranslation('priceUpdate');
  const params = useParams();
  const { pharmacyId = '', pharmacyToken: token = '', productType = '' } = params;
  const id = params.mdpId ?? params.lzdId ?? '';
  const productGroup = parseProductGroup(productType) ?? productType;
  const target = useMemo<UpdateRef>(
    () => ({ kind, id, pharmacyId, token, productGroup }),
    [kind, id, pharmacyId, token, productGroup],
  );
  const mode = useColumnMode<PackageTypes>(KINDS[kind]);
  const query = useGetUpdateQuery(target, { refetchOnMountOrArgChange: PREFETCH_VALID_S });
  useReleasePrefetch();
  const { currentData, error, refetch } = query;
  // Deferred: drawing blocks (ADR 91).
  const drawn = useDeferredValue(currentData !== undefined, false);
  const arriving = useArriving(updateRequest(target).url, LoadedUpdate, drawn);
  useLoadAhead(Editor, arriving !== undefined || currentData !== undefined);
  const pilotAccess = useSelector(selectPilotAccess);
  // Nobody edits without access to the pilot.
  const update = useMemo(
    () => (currentData && !pilotAccess ? currentData.asReadOnly() : currentData),
    [currentData, pilotAccess],
  );
  const open = useMemo(() => (currentData ? openRows(currentData.model) : 0), [currentData]);
  const title = t(`title.${kind}`, { group: productGroup, id });
  usePageTitle(title);

  if (error && !currentData && isApiError(error)) {
    // Another kind or group is not a page.
    if (error.httpStatus === 404 || error.httpStatus === 400) return <Navigate to="/404" replace />;
    if (error.reason === REASON.forbidden) return <Navigate to="/403" replace />;
  }
  return (
    <WorkScreen
      notices={currentData && <UpdateNotices head={currentData.head} />}
      title={<UpdateTitle title={title} head={currentData?.head} />}
      back={currentData && !currentData.editable && <UpdateBack home={`/p/${pharmacyId}/${token}`} />}
      facts={currentData && <UpdateFacts head={currentData.head} open={open} />}
      modes={mode.bar && currentData && mode.bar}
    >
      <ListLoading kind={kind} query={query} drawn={drawn}>
        {arriving && <ArrivingList kind={KINDS[kind]} title={title} mode={mode} {...arriving} />}
      </ListLoading>
      {update && drawn && (
        <Editor
          key={`${pharmacyId}/${kind}/${id}`}
          update={update}
          target={target}
          title={title}
          mode={mode}
          reload={async () => (await refetch()).data}
        />
      )}
    </WorkScreen>
  );
}
