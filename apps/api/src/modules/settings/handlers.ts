import type { setApprovalFlag, SETTING_CALLS } from '@portal/contracts';
import { calledSettings, declarationOf, type ProductGroup, type SettingName, type SettingOf } from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import type { Call } from '../../http/mount.ts';
import { actorOf } from '../history-writing/index.ts';
import { changeSetting } from './change-setting.ts';
import { readSettings } from './read-settings.ts';

type SettingCall = keyof typeof SETTING_CALLS;

/** The settings page: how updates are approved (rules 7.2 and 7.3). */
export function settingsHandlers({
  database,
  clock,
}: Deps): Handlers<'getSettings' | 'setApprovalFlag' | 'setQdpApprovalFlag' | SettingCall> {
  const declared = calledSettings().map((name) => [
    declarationOf(name).call?.id,
    async (call: Call<(typeof SETTING_CALLS)[SettingCall]>) => {
      await change(name, call, call.body);
      return { status: 'OK' };
    },
  ]);
  return {
    getSettings: ({ pharmacy, caller }) => readSettings({ database, clock }, pharmacy, caller),
    async setApprovalFlag(call) {
      return { status: 'OK', approvedId: await change('flag', call, { flag: call.params.flag }) };
    },
    async setQdpApprovalFlag(call) {
      return { status: 'OK', approvedId: await change('qdpFlag', call, { qdpFlag: call.params.flag }) };
    },
    ...(Object.fromEntries(declared) as Handlers<SettingCall>),
  };

  function change<Name extends SettingName>(
    name: Name,
    {
      params,
      pharmacy,
      caller,
    }: Pick<Call<typeof setApprovalFlag>, 'pharmacy' | 'caller'> & {
      readonly params: { readonly apoId: number; readonly productGroup?: ProductGroup };
    },
    values: SettingOf<Name>,
  ): Promise<number | null> {
    const key = { apoId: pharmacy.apoId, group: params.productGroup };
    return changeSetting({ database, clock }, { name, ...key, values, actor: actorOf(caller) });
  }
}
