import type { PriceListColumnsAnswer } from '@portal/contracts';
import { buildPriceListModel, type PriceListModel, sortIndex } from '@portal/list-view';
import { contractPriceList } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** A class: the store neither walks nor freezes it. */
export class ExportList {
  readonly model: PriceListModel;
  /** All rows by name, exclusions included. */
  readonly rows: Uint32Array;
  constructor({ columns }: PriceListColumnsAnswer) {
    this.model = buildPriceListModel(columns);
    this.rows = sortIndex(this.model, 'name');
  }
}

const exportListApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getExportList: contractPriceList(
      build,
      (answer) => new ExportList(answer),
      // An export is of what is stored now.
      { keepUnusedDataFor: 0, providesTags: ['PriceList'] },
    ),
  }),
});

export const { useGetExportListQuery } = exportListApi;
