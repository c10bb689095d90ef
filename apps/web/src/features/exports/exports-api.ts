import { ENDPOINTS, type PriceListColumnsAnswer } from '@portal/contracts';
import { buildPriceListModel, type PriceListModel, sortIndex } from '@portal/list-view';
import { contractFile, contractMutation, contractPriceList, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** A whole list to export. A class, because the store neither walks nor freezes class instances. */
export class ExportList {
  readonly model: PriceListModel;
  /** All rows by name, exclusions included. */
  readonly rows: Uint32Array;
  constructor({ columns }: PriceListColumnsAnswer) {
    this.model = buildPriceListModel(columns);
    this.rows = sortIndex(this.model, 'name');
  }
}

/** What is loaded to be taken out of the portal. */
const exportsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getExportList: contractPriceList(
      build,
      (answer) => new ExportList(answer),
      // An export is of what is stored now.
      { keepUnusedDataFor: 0, providesTags: ['PriceList'] },
    ),
    getProductGroupInfo: contractQuery(build, ENDPOINTS.getProductGroupInfo, { providesTags: ['Dashboard'] }),
    downloadTillFile: contractMutation(build, ENDPOINTS.downloadTillFile, { invalidatesTags: ['TillFiles'] }),
    // What others have downloaded and loaded must show when the dialog is opened again.
    getTillFiles: contractQuery(build, ENDPOINTS.getTillFiles, { keepUnusedDataFor: 0, providesTags: ['TillFiles'] }),
    getTillFile: contractFile(build, ENDPOINTS.getTillFile),
    confirmTillFile: contractMutation(build, ENDPOINTS.confirmTillFile, {
      invalidatesTags: ['TillFiles', 'Dashboard'],
    }),
  }),
});

export const {
  useGetExportListQuery,
  useGetProductGroupInfoQuery,
  useDownloadTillFileMutation,
  useGetTillFilesQuery,
  useGetTillFileMutation,
  useConfirmTillFileMutation,
} = exportsApi;
