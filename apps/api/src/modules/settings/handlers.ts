import { ENDPOINTS } from '@portal/contracts';
import type { Deps } from '../../deps.ts';
import type { Mount } from '../../http/mount.ts';
import { changeFlag } from './change-flag.ts';
import { readSettings } from './read-settings.ts';

/** The settings page: how updates are approved (rules 7.2 and 7.3). */
export function mountSettings(mount: Mount, { database, clock }: Deps): void {
  mount(ENDPOINTS.getSettings, ({ pharmacy, caller }) => readSettings({ db: database.pool, clock }, pharmacy, caller));

  for (const [kind, endpoint] of [
    ['MDP', ENDPOINTS.setApprovalFlag],
    ['QDP', ENDPOINTS.setQdpApprovalFlag],
  ] as const) {
    mount(endpoint, async ({ params, pharmacy, caller }) => {
      const { productGroup: group, flag } = params;
      const actor = { subject: caller.subject, userName: caller.userName };
      const approvedId = await changeFlag({ database, clock }, { kind, apoId: pharmacy.apoId, group, flag, actor });
      return { status: 'OK' as const, approvedId };
    });
  }
}
