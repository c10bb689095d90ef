import type { AnswerOf, SETTING_CALLS } from '@portal/contracts';
import { type CalledSetting, SETTINGS, type SettingValue } from '@portal/rules';
import { type Call, CALLS } from '../../api/calls.ts';
import { buildPriceListModel, type PriceListModel } from '@portal/list-view';
import { contractMutation, contractPriceList, contractQuery, requestOf } from '../../api/contract-endpoint.ts';
import { type ApiTag, portalApi } from '../../api/portal-api.ts';

/** A flag moves deadlines, and may approve a package, which changes the list. */
const CHANGED = [
  'Settings',
  'Dashboard',
  'Pharmacies',
  'PriceUpdate',
  'PriceList',
  'PriceHistory',
] as const satisfies ApiTag[];

/** A class: the store neither walks nor freezes its columns. */
class PricesInForce {
  readonly model: PriceListModel;
  constructor(model: PriceListModel) {
    this.model = model;
  }
}

type SettingEndpoint = (typeof SETTING_CALLS)[keyof typeof SETTING_CALLS];
type SettingRequest = {
  readonly name: CalledSetting;
  readonly params: Readonly<Record<string, string | number>>;
  readonly body: Readonly<Record<string, SettingValue>>;
};

const settingsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getSettings: contractQuery(build, CALLS.getSettings, { providesTags: ['Settings'] }),
    /** To count what limits would do. */
    getPricesInForce: contractPriceList(build, ({ columns }) => new PricesInForce(buildPriceListModel(columns, [])), {
      providesTags: ['PriceList'],
      keepUnusedDataFor: 0,
    }),
    setApprovalFlag: contractMutation(build, CALLS.setApprovalFlag, { invalidatesTags: CHANGED }),
    setQdpApprovalFlag: contractMutation(build, CALLS.setQdpApprovalFlag, { invalidatesTags: CHANGED }),
    saveSetting: build.mutation<AnswerOf<SettingEndpoint>, SettingRequest>({
      query: ({ name, params, body }) => {
        const call: Call = CALLS[SETTINGS[name].call.id];
        return requestOf(call, { params, body } as never);
      },
      invalidatesTags: ['Settings', 'DueReviews', 'Dashboard'],
    }),
  }),
});

export const {
  useGetSettingsQuery,
  useGetPricesInForceQuery,
  useSetApprovalFlagMutation,
  useSetQdpApprovalFlagMutation,
  useSaveSettingMutation,
} = settingsApi;
