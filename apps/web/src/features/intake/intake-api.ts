import { type LzdUploadAnswer, pathFor } from '@portal/contracts';
import { CALLS } from '../../api/calls.ts';
import type { ResetChoice } from '@portal/rules';
import { contractUpload } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';
import { sendUpload } from '../../api/upload.ts';

export type LzdUploadRequest = {
  crmId: number;
  token: string;
  file: File;
  resetChoice: ResetChoice;
  /** Takes it in though its check is red (rule 20.14). */
  despiteRed: boolean;
  /** Share that was sent, 0 to 1. */
  onProgress: (share: number) => void;
};

const intakeApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    checkLzd: contractUpload(build, CALLS.checkLzd),
    uploadLzd: build.mutation<LzdUploadAnswer, LzdUploadRequest>({
      queryFn: ({ crmId, token, file, resetChoice, despiteRed, onProgress }, api) => {
        const body = new FormData();
        // Fields first: the server reads the body in the order in which it comes.
        body.set('resetChoice', String(resetChoice));
        if (despiteRed) body.set('despiteRed', '1');
        body.set('csv', file, file.name);
        const url = pathFor(CALLS.uploadLzd, { crmId, token });
        const statuses = CALLS.uploadLzd.statuses ?? [];
        return sendUpload<LzdUploadAnswer>({ url, method: CALLS.uploadLzd.method, body, statuses }, api, onProgress);
      },
      // A refusal by state means an outdated dashboard.
      invalidatesTags: (answer, error) => {
        if (answer) return ['Dashboard', 'Pharmacies', 'PriceList', 'PriceUpdate'];
        return error?.httpStatus === 409 ? ['Dashboard'] : [];
      },
    }),
  }),
});

export const { useCheckLzdMutation, useUploadLzdMutation } = intakeApi;
