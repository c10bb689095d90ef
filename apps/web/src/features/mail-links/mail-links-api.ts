import { CALLS } from '../../api/calls.ts';
import { contractMutation } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const mailLinksApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    confirmNotices: contractMutation(build, CALLS.confirmNotices),
    withdrawNotices: contractMutation(build, CALLS.withdrawNotices),
  }),
});

export const { useConfirmNoticesMutation, useWithdrawNoticesMutation } = mailLinksApi;
