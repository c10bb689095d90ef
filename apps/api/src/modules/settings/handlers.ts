import type { setApprovalFlag } from '@portal/contracts';
import type { FlagKind } from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import type { Call } from '../../http/mount.ts';
import { actorOf } from '../history-writing/index.ts';
import { changeFlag } from './change-flag.ts';
import { changeGuardrails } from './change-guardrails.ts';
import { readSettings } from './read-settings.ts';

/** The settings page: how updates are approved (rules 7.2 and 7.3). */
export function settingsHandlers({
  database,
  clock,
}: Deps): Handlers<'getSettings' | 'setApprovalFlag' | 'setQdpApprovalFlag' | 'setGuardrails'> {
  return {
    getSettings: ({ pharmacy, caller }) => readSettings({ database, clock }, pharmacy, caller),
    setApprovalFlag: (call) => setFlag('MDP', call),
    setQdpApprovalFlag: (call) => setFlag('QDP', call),

    async setGuardrails({ params, pharmacy, body, caller }) {
      const change = { apoId: pharmacy.apoId, group: params.productGroup, guardrails: body, actor: actorOf(caller) };
      await changeGuardrails({ database, clock }, change);
      return { status: 'OK' };
    },
  };

  async function setFlag(
    kind: FlagKind,
    { params, pharmacy, caller }: Pick<Call<typeof setApprovalFlag>, 'params' | 'pharmacy' | 'caller'>,
  ) {
    const { productGroup: group, flag } = params;
    const approvedId = await changeFlag(
      { database, clock },
      { kind, apoId: pharmacy.apoId, group, flag, actor: actorOf(caller) },
    );
    return { status: 'OK' as const, approvedId };
  }
}
