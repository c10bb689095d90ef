import { CALLS } from '../../api/calls.ts';
import { contractFile, contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** What is loaded to be taken out of the portal. */
const exportsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getProductGroupInfo: contractQuery(build, CALLS.getProductGroupInfo, { providesTags: ['Dashboard'] }),
    downloadTillFile: contractMutation(build, CALLS.downloadTillFile, {
      invalidatesTags: ['TillFiles', 'TillCheck', 'Dashboard'],
    }),
    // What others have downloaded and loaded must show when the dialog is opened again.
    getTillFiles: contractQuery(build, CALLS.getTillFiles, { keepUnusedDataFor: 0, providesTags: ['TillFiles'] }),
    getTillFile: contractFile(build, CALLS.getTillFile),
    confirmTillFile: contractMutation(build, CALLS.confirmTillFile, {
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
