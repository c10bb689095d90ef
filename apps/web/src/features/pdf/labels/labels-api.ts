import { ENDPOINTS } from '@portal/contracts';
import { contractFile, contractMutation, contractQuery } from '../../../api/contract-endpoint.ts';
import { portalApi } from '../../../api/portal-api.ts';

/** Shelf labels: which are open, their PDF, and what was printed. */
const labelsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getLabelState: contractQuery(build, ENDPOINTS.getLabelState, {
      keepUnusedDataFor: 0,
      providesTags: ['Labels', 'Dashboard'],
    }),
    getLabelRows: contractQuery(build, ENDPOINTS.getLabelRows, { keepUnusedDataFor: 0, providesTags: ['Labels'] }),
    createLabels: contractFile(build, ENDPOINTS.createLabels, { link: true }),
    markLabelsPrinted: contractMutation(build, ENDPOINTS.markLabelsPrinted, { invalidatesTags: ['Labels'] }),
    undoLabelsPrinted: contractMutation(build, ENDPOINTS.undoLabelsPrinted, { invalidatesTags: ['Labels'] }),
  }),
});

export const {
  useGetLabelStateQuery,
  useGetLabelRowsQuery,
  useCreateLabelsMutation,
  useMarkLabelsPrintedMutation,
  useUndoLabelsPrintedMutation,
} = labelsApi;
