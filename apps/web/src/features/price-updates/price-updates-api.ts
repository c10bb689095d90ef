import {
  COLUMNS_MEDIA_TYPE,
  type LzdColumnsAnswer,
  type MdpColumnsAnswer,
  type QdpColumnsAnswer,
  type ReviewContext,
  type AnswerOf,
  type ApprovalEditRow,
  type ApproveAnswer,
  type approvePart,
  type ApprovePartAnswer,
  type BodyOf,
  type revertMdp,
} from '@portal/contracts';
import { CALLS, UPDATE_CALLS } from '../../api/calls.ts';
import {
  type ApprovalModel,
  approvalEditsOnLoad,
  buildApprovalModel,
  isSettled,
  type RowEdits,
} from '@portal/list-view';
import { type UpdateKind } from '@portal/rules';
import { contractMutation, contractQuery, requestOf } from '../../api/contract-endpoint.ts';
import type { PortalRequest } from '../../api/base-query.ts';
import { loadList } from '../../api/load-list.ts';
import { portalApi } from '../../api/portal-api.ts';
import type { Kind } from '../../editing/kind/kind.ts';
import { LZD } from '../../editing/kinds/lzd.ts';
import { MDP } from '../../editing/kinds/mdp.ts';
import type { PackageTypes } from '../../editing/kind/types.ts';
import { QDP } from '../../editing/kinds/qdp.ts';
import type { Versions } from '../../editing/session/session.ts';
import type { EditableList } from '../../editing/session/use-session.ts';
import { inOrder } from '../../editing/state/in-order.ts';

type Answer = MdpColumnsAnswer | QdpColumnsAnswer | LzdColumnsAnswer;

/** What only an LZD has (rule 6.7). */
export type LzdHead = Pick<
  LzdColumnsAnswer,
  'pharmacy' | 'readyForApproval' | 'resetChoice' | 'firstCalculation' | 'sortOrderSetting' | 'filterSetting'
>;
/** `lzd` null for other kinds. */
export type UpdateHead = Omit<MdpColumnsAnswer, 'columns' | 'approvalStatus'> & {
  /** 0 open, above 0 approved, -1 deleted. */
  readonly status: number;
  readonly lzd: LzdHead | null;
};

/** Approved in parts (rule 6.31); former releases name none. */
export function approvedInParts({ parts = [] }: Partial<Pick<UpdateHead, 'parts'>>): number {
  return parts.reduce((sum, { rows }) => sum + rows, 0);
}

/** Rows that an approval would load. */
export function openRows(model: ApprovalModel): number {
  return model.columns.pzn.reduce((count, _, row) => count + Number(!isSettled(model, row)), 0);
}

/** What spoke against its delivery (rule 20.2); former releases name nothing. */
export function arrivalDoubts({ doubts = [] }: Partial<Pick<UpdateHead, 'doubts'>>): readonly string[] {
  return doubts;
}

/** The latest one (rule 6.32). */
export function partToTakeBack({ parts = [] }: Partial<Pick<UpdateHead, 'parts'>>) {
  return parts.findLast(({ mayTakeBack }) => mayTakeBack);
}

/** What differs between the kinds of package when they are edited. */
export const KINDS: Readonly<Record<UpdateKind, Kind<PackageTypes>>> = { MDP, QDP, LZD };

/** A class: the store neither walks, freezes nor compares it. */
export class LoadedUpdate implements EditableList<ApprovalModel> {
  readonly head: UpdateHead;
  readonly model: ApprovalModel;
  /** The drafts that are stored with it. */
  readonly stored: RowEdits;
  readonly versions: Required<Versions>;
  readonly editable: boolean;
  readonly #answer: Answer;
  /** `readOnly`: for a pharmacy without access to the pilot, whose packages nobody edits. */
  constructor(answer: Answer, readOnly = false) {
    this.#answer = answer;
    this.head = headOf(answer);
    const { kind, status, isShadowPharmacy, version, listVersion, standingRules } = this.head;
    this.versions = { version, listVersion };
    this.editable = status === 0 && !isShadowPharmacy && !readOnly;
    this.model = buildApprovalModel(kind, answer.columns, {
      editable: this.editable,
      approved: status > 0,
      rules: standingRules,
    });
    this.stored = approvalEditsOnLoad(this.model);
  }

  /** The same package with nothing to edit. */
  asReadOnly(): LoadedUpdate {
    return new LoadedUpdate(this.#answer, true);
  }
}

function headOf({ columns: _columns, ...head }: Answer): UpdateHead {
  const status = 'approvalStatus' in head ? head.approvalStatus : head.approved;
  return { ...head, status, lzd: 'pharmacy' in head ? head : null };
}

/** A class, as above. */
class LoadedContext {
  readonly answer: ReviewContext;
  constructor(answer: ReviewContext) {
    this.answer = answer;
  }
}

/** Names a package as the paths do. */
export type UpdateRef = {
  readonly kind: UpdateKind;
  readonly id: string;
  readonly pharmacyId: string;
  readonly token: string;
  readonly productGroup: string;
};
/** What save and approve carry. */
export type UpdateBody = {
  readonly products: ApprovalEditRow[];
  readonly version: number;
  readonly listVersion?: number;
  readonly reason?: string;
  /** LZD only. */
  readonly filterSetting?: string | null;
  readonly sortOrderSetting?: string | null;
};
type Sent = UpdateRef & { body: UpdateBody };

/** The call that loads a package. */
export function updateRequest({ kind, pharmacyId, token, id, productGroup }: UpdateRef): PortalRequest {
  return requestOf(UPDATE_CALLS[kind].get, { params: { pharmacyId, token, id, productGroup } }, COLUMNS_MEDIA_TYPE);
}

/** Three kinds, one set of calls: the kind chooses the endpoint. */
export const priceUpdatesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getUpdate: build.query<LoadedUpdate, UpdateRef>({
      queryFn: (target, api) =>
        loadList(updateRequest(target), api, (answer: Answer) => inOrder(new LoadedUpdate(answer))),
      // Edits need the current state, never a cached copy.
      keepUnusedDataFor: 0,
      providesTags: ['PriceUpdate'],
    }),
    getReviewContext: build.query<LoadedContext, UpdateRef>({
      query: ({ kind, pharmacyId, token, id, productGroup }) =>
        requestOf(
          CALLS.getReviewContext,
          { params: { kind, pharmacyId, token, id, productGroup } },
          COLUMNS_MEDIA_TYPE,
        ),
      transformResponse: (answer: ReviewContext) => new LoadedContext(answer),
      keepUnusedDataFor: 0,
      providesTags: ['PriceUpdate'],
    }),
    getUpdateState: contractQuery(build, CALLS.getUpdateState, { keepUnusedDataFor: 0 }),
    saveUpdate: build.mutation<{ version: number; saved: number }, Sent>({
      query: ({ kind, pharmacyId, token, id, productGroup, body }) =>
        requestOf(UPDATE_CALLS[kind].save, { params: { pharmacyId, token, id, productGroup }, body }),
    }),
    approveUpdate: build.mutation<ApproveAnswer, Sent>({
      query: ({ kind, pharmacyId, token, id, productGroup, body }) =>
        requestOf(UPDATE_CALLS[kind].approve, { params: { pharmacyId, token, id, productGroup }, body }),
      invalidatesTags: (_answer, error) => (error ? [] : CHANGED_BY_STATUS),
    }),
    revertUpdate: build.mutation<AnswerOf<typeof revertMdp>, UpdateRef>({
      query: ({ kind, pharmacyId, token, id, productGroup }) =>
        requestOf(UPDATE_CALLS[kind].revert, { params: { pharmacyId, token, id, productGroup } }),
      invalidatesTags: (_answer, error) => (error ? [] : CHANGED_BY_STATUS),
    }),
    approvePart: build.mutation<ApprovePartAnswer, UpdateRef & { body: BodyOf<typeof approvePart> }>({
      query: ({ kind, pharmacyId, token, id, productGroup, body }) =>
        requestOf(CALLS.approvePart, { params: { kind, pharmacyId, token, id, productGroup }, body }),
      invalidatesTags: (_answer, error) => (error ? [] : CHANGED_BY_STATUS),
    }),
    takeBackPart: build.mutation<unknown, UpdateRef & { number: number }>({
      query: ({ kind, pharmacyId, token, id, productGroup, number }) =>
        requestOf(CALLS.takeBackPart, {
          params: { kind, pharmacyId, token, id, productGroup, number: String(number) },
        }),
      invalidatesTags: (_answer, error) => (error ? [] : CHANGED_BY_STATUS),
    }),
    deleteUpdate: build.mutation<unknown, UpdateRef>({
      query: ({ kind, pharmacyId, token, id }) =>
        requestOf(UPDATE_CALLS[kind].remove, { params: { apoId: pharmacyId, token, id } }),
      invalidatesTags: (_answer, error) => (error ? [] : CHANGED_BY_STATUS),
    }),
    releaseLzd: contractMutation(build, CALLS.releaseLzdByPost, { invalidatesTags: ['Dashboard', 'Pharmacies'] }),
    activateUsers: contractMutation(build, CALLS.activateUsers, { invalidatesTags: ['Dashboard', 'Pharmacies'] }),
  }),
});

/** The screen reloads the package itself. */
const CHANGED_BY_STATUS = ['Dashboard', 'Pharmacies', 'PriceList', 'PriceHistory'] as const;

export const {
  useGetUpdateQuery,
  useGetReviewContextQuery,
  useGetUpdateStateQuery,
  useSaveUpdateMutation,
  useApproveUpdateMutation,
  useRevertUpdateMutation,
  useApprovePartMutation,
  useTakeBackPartMutation,
  useDeleteUpdateMutation,
  useReleaseLzdMutation,
  useActivateUsersMutation,
} = priceUpdatesApi;
