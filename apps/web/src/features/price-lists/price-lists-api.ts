import { type PriceEditRow, type PriceListColumnsAnswer, writePriceEdit } from '@portal/contracts';
import { CALLS } from '../../api/calls.ts';
import { buildPriceListModel, NO_EDITS, type PriceListModel, type RowEdits } from '@portal/list-view';
import type { ProductGroup } from '@portal/rules';
import { contractMutation, contractPriceList, contractQuery, contractQueryOf } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';
import type { Versions } from '../../editing/session/session.ts';
import type { EditableList } from '../../editing/session/use-session.ts';
import { inOrder } from '../../editing/state/in-order.ts';

/** Everything of a list but its columns. */
export type PriceListHead = Omit<PriceListColumnsAnswer, 'columns'>;

/** A class: the store neither walks, freezes nor compares its half a million values. */
export class LoadedPriceList implements EditableList<PriceListModel> {
  readonly head: PriceListHead;
  readonly model: PriceListModel;
  /** A price list has no drafts. */
  readonly stored = NO_EDITS;
  readonly versions: Versions;
  readonly editable: boolean;
  /** 'bleibt', also while the list is locked (rule 19.5). */
  readonly mayKeep: boolean;
  readonly #answer: PriceListColumnsAnswer;
  /** `readOnly`: for a pharmacy without access to the pilot, whose lists nobody edits. */
  constructor(answer: PriceListColumnsAnswer, readOnly = false) {
    this.#answer = answer;
    const { columns, ...head } = answer;
    this.head = head;
    this.versions = { version: head.version };
    this.mayKeep = !readOnly && head.parentPharmacy === null;
    this.editable = this.mayKeep && !head.blockEdit;
    this.model = buildPriceListModel(
      columns,
      head.blockedProducts.map(({ pzn }) => pzn),
    );
  }

  /** The same list with nothing to edit. */
  asReadOnly(): LoadedPriceList {
    return new LoadedPriceList(this.#answer, true);
  }
}

/** New exclusions name their group (rule 4.14). */
function editRows({ added }: PriceListModel, edits: RowEdits, group: ProductGroup): PriceEditRow[] {
  return [...edits].map(([pzn, edit]) => ({
    ...writePriceEdit(pzn, edit),
    ...(added.has(pzn) ? { productGroup: group } : {}),
  }));
}

type Saved = {
  readonly model: PriceListModel;
  readonly edits: RowEdits;
  readonly group: ProductGroup;
  /** of the list that the edits were made on */
  readonly version: number;
  readonly reason?: string;
};

/** The body of a save of one group. */
export function saveBody({ model, edits, group, version, reason }: Saved) {
  return {
    products: editRows(model, edits, group),
    versions: { [group]: version },
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Price lists by columns, and saving them. */
export const priceListsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getPriceList: contractPriceList(build, (answer) => inOrder(new LoadedPriceList(answer)), {
      providesTags: ['PriceList'],
      keepUnusedDataFor: 30,
    }),
    /** Apart from the list, which is cached longer. */
    getGuardrails: contractQueryOf(build, CALLS.getSettings, ({ flags }) => flags, { providesTags: ['Settings'] }),
    getListArrivals: contractQuery(build, CALLS.getListArrivals, {
      providesTags: ['PriceHistory', 'Labels', 'TillFiles'],
      keepUnusedDataFor: 0,
    }),
    // The list itself is loaded again when the success message is closed (rule 4.10).
    savePriceList: contractMutation(build, CALLS.savePriceList, {
      invalidatesTags: ['Dashboard', 'PriceHistory', 'DueReviews'],
    }),
  }),
});

export const {
  useGetPriceListQuery,
  useLazyGetPriceListQuery,
  useGetGuardrailsQuery,
  useGetListArrivalsQuery,
  useLazyGetGuardrailsQuery,
  useSavePriceListMutation,
} = priceListsApi;
