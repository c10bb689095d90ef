import { CALLS } from '../../api/calls.ts';
import { contractMutation } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const logExportApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    exportLogs: contractMutation(build, CALLS.exportLogs),
    openLogExport: contractMutation(build, CALLS.openLogExport),
  }),
});

export const { useExportLogsMutation, useOpenLogExportMutation } = logExportApi;
