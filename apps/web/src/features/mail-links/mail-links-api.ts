import { CALLS } from '../../api/calls.ts';
import { contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const mailLinksApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getNoticeLink: contractQuery(build, CALLS.getNoticeLink),
    confirmNotices: contractMutation(build, CALLS.confirmNotices),
    withdrawNotices: contractMutation(build, CALLS.withdrawNotices),
  }),
});

export const { useGetNoticeLinkQuery, useConfirmNoticesMutation, useWithdrawNoticesMutation } = mailLinksApi;
