import type { UPDATE_ENDPOINTS } from '@portal/contracts';
import type { UpdateKind } from '@portal/rules';
import type { Caller } from '../../auth/verifier.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import type { Call } from '../../http/mount.ts';
import type { ColumnsSender } from '../../http/send-columns.ts';
import { actorOf } from '../history-writing/index.ts';
import { activateUsers } from './activate-users.ts';
import { approveUpdate } from './approve-update.ts';
import { deleteUpdate } from './close-update.ts';
import { releaseLzd } from './release-update.ts';
import { readUpdateState } from './read-update-state.ts';
import { reopenUpdate } from './reopen-update.ts';
import { saveUpdate } from './save-update.ts';
import { sendUpdate } from './send-update.ts';

type Verb = 'get' | 'approve' | 'save' | 'revert' | 'delete';
type OfKinds = `${Verb}${'Mdp' | 'Qdp' | 'Lzd'}`;

type Kinds = (typeof UPDATE_ENDPOINTS)[UpdateKind];
/** A call of any kind. */
type CallOf<Name extends keyof Kinds> = Pick<Call<Kinds[Name]>, keyof Call<Kinds[Name]>>;

const OK = { status: 'OK' } as const;

export function priceUpdateHandlers(
  { database, clock }: Deps,
  send: ColumnsSender,
): Handlers<OfKinds | 'getUpdateState' | 'releaseLzd' | 'releaseLzdByPost' | 'activateUsers'> {
  const deps = { database, clock };
  const [mdp, qdp, lzd] = [ofKind('MDP'), ofKind('QDP'), ofKind('LZD')];

  return {
    getMdp: mdp.get,
    approveMdp: mdp.approve,
    saveMdp: mdp.save,
    revertMdp: mdp.revert,
    deleteMdp: mdp.remove,

    getQdp: qdp.get,
    approveQdp: qdp.approve,
    saveQdp: qdp.save,
    revertQdp: qdp.revert,
    deleteQdp: qdp.remove,

    getLzd: lzd.get,
    approveLzd: lzd.approve,
    saveLzd: lzd.save,
    revertLzd: lzd.revert,
    deleteLzd: lzd.remove,

    getUpdateState: ({ params, pharmacy, caller }) =>
      readUpdateState(
        database.pool,
        { kind: params.kind, apoId: pharmacy.listApoId, ...packageKey(params) },
        caller.access,
      ),

    releaseLzd: release,
    releaseLzdByPost: release,

    async activateUsers({ body, caller }) {
      const { pharmacyId, token, demo = false } = body;
      const options = { pharmacyId, token, demo, actor: actorOf(caller), access: caller.access };
      return { ...OK, activatedUsers: await activateUsers(deps, options) };
    },
  };

  function ofKind(kind: UpdateKind) {
    return {
      get: (call: CallOf<'get'>) =>
        sendUpdate({ db: database.pool, clock, send }, call, { kind, ...packageKey(call.params) }),

      async approve({ params, pharmacy, body, caller }: CallOf<'approve'>) {
        const key = { kind, apoId: pharmacy.apoId, ...packageKey(params) };
        const approval = await approveUpdate(deps, { key, sent: body, actor: actorOf(caller), access: caller.access });
        return { ...OK, ...approval };
      },

      async save({ params, pharmacy, body, caller }: CallOf<'save'>) {
        const key = { kind, apoId: pharmacy.apoId, ...packageKey(params) };
        const saved = await saveUpdate(deps, { key, sent: body, actor: actorOf(caller), access: caller.access });
        return { ...OK, ...saved };
      },

      async revert({ params, pharmacy, caller }: CallOf<'revert'>) {
        const key = { kind, apoId: pharmacy.apoId, ...packageKey(params) };
        const message = await reopenUpdate(deps, { key, actor: actorOf(caller) });
        return message === null ? OK : { ...OK, message };
      },

      async remove({ params, pharmacy, caller }: CallOf<'remove'>) {
        await deleteUpdate(deps, { key: { kind, apoId: pharmacy.apoId, id: params.id }, actor: actorOf(caller) });
        return OK;
      },
    };
  }

  async function release({ params, caller }: { params: { apoId: number; lzdId: number }; caller: Caller }) {
    await releaseLzd(deps, { pharmacyId: params.apoId, lzdId: params.lzdId, actor: actorOf(caller) });
    return OK;
  }
}

function packageKey({ id, productGroup }: { id: number; productGroup: 'OTC' | 'FREIWAHL' | 'HILFSMITTEL' }) {
  return { id, group: productGroup };
}
