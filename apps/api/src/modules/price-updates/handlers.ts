import { ENDPOINTS, UPDATE_ENDPOINTS } from '@portal/contracts';
import { UPDATE_KINDS } from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../auth/verifier.ts';
import type { Mount } from '../../http/mount.ts';
import type { ColumnsSender } from '../../http/send-columns.ts';
import type { Actor } from '../history/write-history.ts';
import { activateUsers } from './activate-users.ts';
import { approveUpdate } from './approve-update.ts';
import { deleteUpdate } from './close-update.ts';
import { releaseLzd } from './release-update.ts';
import { reopenUpdate } from './reopen-update.ts';
import { saveUpdate } from './save-update.ts';
import { sendUpdate } from './send-update.ts';

const OK = { status: 'OK' as const };

/** MDP, QDP and LZD: the same calls for each, from the first look to the approval and back. */
export function mountPriceUpdates(mount: Mount, { database, clock }: Deps, send: ColumnsSender): void {
  const deps = { database, clock };
  for (const kind of UPDATE_KINDS) {
    const { get, approve, save, revert, remove } = UPDATE_ENDPOINTS[kind];
    mount(get, (call) => sendUpdate({ db: database.pool, send }, call, { kind, ...place(call.params) }));

    mount(approve, async ({ params, pharmacy, body, caller }) => {
      const key = { kind, apoId: pharmacy.apoId, ...place(params) };
      const approval = await approveUpdate(deps, { key, sent: body, actor: actorOf(caller), access: caller.access });
      return { ...OK, ...approval };
    });

    mount(save, async ({ params, pharmacy, body, caller }) => {
      const key = { kind, apoId: pharmacy.apoId, ...place(params) };
      const saved = await saveUpdate(deps, { key, sent: body, actor: actorOf(caller), access: caller.access });
      return { ...OK, ...saved };
    });

    mount(revert, async ({ params, pharmacy, caller }) => {
      const key = { kind, apoId: pharmacy.apoId, ...place(params) };
      await reopenUpdate(deps, { key, actor: actorOf(caller) });
      return OK;
    });

    mount(remove, async ({ params, pharmacy, caller }) => {
      await deleteUpdate(deps, { key: { kind, apoId: pharmacy.apoId, id: params.id }, actor: actorOf(caller) });
      return OK;
    });
  }

  for (const endpoint of [ENDPOINTS.releaseLzd, ENDPOINTS.releaseLzdByPost]) {
    mount(endpoint, async ({ params, caller }) => {
      await releaseLzd(deps, { pharmacyId: params.apoId, lzdId: params.lzdId, actor: actorOf(caller) });
      return OK;
    });
  }

  mount(ENDPOINTS.activateUsers, async ({ body, caller }) => {
    const { pharmacyId, token, demo = false } = body;
    const options = { pharmacyId, token, demo, actor: actorOf(caller), access: caller.access };
    return { ...OK, activatedUsers: await activateUsers(deps, options) };
  });
}

function place({ id, productGroup }: { id: number; productGroup: 'OTC' | 'FREIWAHL' | 'HILFSMITTEL' }) {
  return { id, group: productGroup };
}

function actorOf({ subject, userName }: Caller): Actor {
  return { subject, userName };
}
