import { ENDPOINTS } from '@portal/contracts';
import { contractFile } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** The rows of a screen as PDF. */
const pdfApi = portalApi.injectEndpoints({
  endpoints: (build) => ({ createPdf: contractFile(build, ENDPOINTS.createPdf, { link: true }) }),
});

export const { useCreatePdfMutation } = pdfApi;
