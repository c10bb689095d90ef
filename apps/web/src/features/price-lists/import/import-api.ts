import { type ImportAnswer, readImportedRow } from '@portal/contracts';
import { CALLS } from '../../../api/calls.ts';
import type { ImportedRow } from '@portal/rules';
import { contractUpload, contractUploadOf } from '../../../api/contract-endpoint.ts';
import { portalApi } from '../../../api/portal-api.ts';

/** What the server has understood of a file. */
export type ReadImport = Omit<ImportAnswer, 'data'> & { readonly data: readonly ImportedRow[] };

/** Reading import files; both calls store nothing. */
const importApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    csvMetaData: contractUpload(build, CALLS.csvMetaData),
    importPrices: contractUploadOf(
      build,
      CALLS.importPrices,
      (answer): ReadImport => ({ ...answer, data: answer.data.map(readImportedRow) }),
    ),
  }),
});

export const { useCsvMetaDataMutation, useImportPricesMutation } = importApi;
