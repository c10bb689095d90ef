import { ENDPOINTS } from '@portal/contracts';
import { contractMutation } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const mailLinksApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    confirmNotices: contractMutation(build, ENDPOINTS.confirmNotices),
    withdrawNotices: contractMutation(build, ENDPOINTS.withdrawNotices),
  }),
});

export const { useConfirmNoticesMutation, useWithdrawNoticesMutation } = mailLinksApi;
