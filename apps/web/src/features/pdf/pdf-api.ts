import { CALLS } from '../../api/calls.ts';
import { contractFile } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** The rows of a screen as PDF. */
const pdfApi = portalApi.injectEndpoints({
  endpoints: (build) => ({ createPdf: contractFile(build, CALLS.createPdf, { link: true }) }),
});

export const { useCreatePdfMutation } = pdfApi;
