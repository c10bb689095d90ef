import { ENDPOINTS } from '@portal/contracts';
import { contractUpload } from '../../../api/contract-endpoint.ts';
import { portalApi } from '../../../api/portal-api.ts';

/** Reading import files; both calls store nothing. */
const importApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    csvMetaData: contractUpload(build, ENDPOINTS.csvMetaData),
    importPrices: contractUpload(build, ENDPOINTS.importPrices),
  }),
});

export const { useCsvMetaDataMutation, useImportPricesMutation } = importApi;
