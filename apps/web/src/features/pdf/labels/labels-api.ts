import { CALLS } from '../../../api/calls.ts';
import { contractFile, contractMutation, contractQuery } from '../../../api/contract-endpoint.ts';
import { portalApi } from '../../../api/portal-api.ts';

/** Shelf labels: which are open, their PDF, and what was printed. */
const labelsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getLabelState: contractQuery(build, CALLS.getLabelState, {
      keepUnusedDataFor: 0,
      providesTags: ['Labels', 'Dashboard'],
    }),
    getLabelRows: contractQuery(build, CALLS.getLabelRows, { keepUnusedDataFor: 0, providesTags: ['Labels'] }),
    createLabels: contractFile(build, CALLS.createLabels, { link: true }),
    markLabelsPrinted: contractMutation(build, CALLS.markLabelsPrinted, { invalidatesTags: ['Labels'] }),
    undoLabelsPrinted: contractMutation(build, CALLS.undoLabelsPrinted, { invalidatesTags: ['Labels'] }),
  }),
});

export const {
  useGetLabelStateQuery,
  useGetLabelRowsQuery,
  useCreateLabelsMutation,
  useMarkLabelsPrintedMutation,
  useUndoLabelsPrintedMutation,
} = labelsApi;
