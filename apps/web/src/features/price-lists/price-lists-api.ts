import { COLUMNS_MEDIA_TYPE, ENDPOINTS, type PriceListColumnsAnswer } from '@portal/contracts';
import { buildPriceListModel, type PriceListModel } from '@portal/list-view';
import { contractMutation, contractQuery, contractQueryAs } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** Everything of a list but its columns. */
export type PriceListHead = Omit<PriceListColumnsAnswer, 'columns'>;

/**
 * A loaded list, ready to sort and search. A class and no plain object, so that the store neither walks nor freezes nor
 * compares its half a million values.
 */
export class LoadedPriceList {
  readonly head: PriceListHead;
  readonly model: PriceListModel;
  constructor({ columns, ...head }: PriceListColumnsAnswer) {
    this.head = head;
    this.model = buildPriceListModel(
      columns,
      head.blockedProducts.map(({ pzn }) => pzn),
    );
  }
}

/** Price lists by columns, saving them, and the price history of a product. */
const priceListsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getPriceList: contractQueryAs(
      build,
      ENDPOINTS.getPriceList,
      COLUMNS_MEDIA_TYPE,
      (answer) => new LoadedPriceList(answer),
      { providesTags: ['PriceList'], keepUnusedDataFor: 30 },
    ),
    getPriceHistory: contractQuery(build, ENDPOINTS.getPriceHistory, { providesTags: ['PriceHistory'] }),
    // The list itself is loaded anew when the success message is closed (rule 4.10).
    savePriceList: contractMutation(build, ENDPOINTS.savePriceList, { invalidatesTags: ['Dashboard', 'PriceHistory'] }),
  }),
});

export const { useGetPriceListQuery, useGetPriceHistoryQuery, useSavePriceListMutation } = priceListsApi;
