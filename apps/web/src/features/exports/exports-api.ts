import { ENDPOINTS } from '@portal/contracts';
import { contractFile, contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** What is loaded to be taken out of the portal. */
const exportsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
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
  useGetProductGroupInfoQuery,
  useDownloadTillFileMutation,
  useGetTillFilesQuery,
  useGetTillFileMutation,
  useConfirmTillFileMutation,
} = exportsApi;
