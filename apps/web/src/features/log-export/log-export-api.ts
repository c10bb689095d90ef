import { ENDPOINTS } from '@portal/contracts';
import { contractMutation } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const logExportApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    exportLogs: contractMutation(build, ENDPOINTS.exportLogs),
    openLogExport: contractMutation(build, ENDPOINTS.openLogExport),
  }),
});

export const { useExportLogsMutation, useOpenLogExportMutation } = logExportApi;
