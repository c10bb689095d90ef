import { mayChangeProducts, type ProductGroup, type ResetChoice, type UpdateKind } from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../auth/verifier.ts';
import { mirrorReadOnly } from '../../http/errors.ts';
import type { Handlers } from '../../http/implement.ts';
import type { UploadedFile } from '../../http/upload.ts';
import { actorOf } from '../history-writing/index.ts';
import { checkLzd } from './check-lzd.ts';
import { findAddressee } from './find-addressee.ts';
import { refuseDelivery, takeInDelivery } from './decide-delivery.ts';
import { decideWaitingProducts, readWaitingProducts } from './waiting-products.ts';
import { INTAKE_TEXT } from './intake-texts.ts';
import { readDeliveries, readDelivery } from './read-deliveries.ts';
import type { TakenIn } from './intake-types.ts';
import { sendDeliveryFile } from './send-delivery-file.ts';
import { takeInPackage } from './take-in-package.ts';
import { uploadLzd } from './upload-lzd.ts';

/** More rows that were left out are only counted. */
const NAMED = 50;

export function intakeHandlers(
  deps: Deps,
): Handlers<
  | 'checkLzd'
  | 'uploadLzd'
  | 'intakeMdp'
  | 'intakeQdp'
  | 'intakeLzd'
  | 'getDelivery'
  | 'getDeliveries'
  | 'getDeliveryFile'
  | 'takeInDelivery'
  | 'refuseDelivery'
  | 'decideHeldProducts'
> {
  const { database } = deps;

  return {
    async checkLzd({ file }) {
      const found = await checkLzd(deps, file);
      return { status: 'OK', ...found, leftOut: found.leftOut.slice(0, NAMED) };
    },

    async uploadLzd({ pharmacy, body, file, caller }) {
      const taken = await uploadLzd(deps, {
        pharmacy,
        file,
        resetChoice: body.resetChoice,
        takesRed: body.despiteRed === '1',
        actor: actorOf(caller),
      });
      return { ...answer(taken), message: taken.message };
    },

    intakeMdp: ({ params, file, caller }) => intake('MDP', params, file, caller),
    intakeQdp: ({ params, file, caller }) => intake('QDP', params, file, caller),
    intakeLzd: ({ params, body, file, caller }) => intake('LZD', params, file, caller, body.resetChoice),

    getDelivery: ({ params }) => readDelivery(database.pool, params.deliveryId),
    async getDeliveries() {
      return {
        at: deps.clock.now().toISOString(),
        ...(await readDeliveries(database.pool)),
        held: await readWaitingProducts(database.pool),
      };
    },

    getDeliveryFile: ({ params, response }) => sendDeliveryFile(database.pool, { id: params.deliveryId, response }),

    async takeInDelivery({ params, body, caller }) {
      const { id } = await takeInDelivery(deps, { id: params.deliveryId, reason: body.reason, actor: actorOf(caller) });
      return { status: 'OK', updateId: id };
    },

    async decideHeldProducts({ params, body, caller }) {
      await decideWaitingProducts(deps, { ...params, takesNew: body.takesNew, actor: actorOf(caller) });
      return { status: 'OK' };
    },

    async refuseDelivery({ params, body, caller }) {
      await refuseDelivery(deps, { id: params.deliveryId, reason: body.reason, actor: actorOf(caller) });
      return { status: 'OK' };
    },
  };

  async function intake(
    kind: UpdateKind,
    { crmCompanyId, productGroup: group }: { crmCompanyId: number; productGroup: ProductGroup },
    file: UploadedFile,
    caller: Caller,
    resetChoice?: ResetChoice,
  ) {
    const { pharmacy, nameIssue } = await findAddressee(database.pool, crmCompanyId, {
      kind,
      group,
      fileName: file.name,
    });
    if (pharmacy.parentApoId !== null) throw mirrorReadOnly();
    const delivery = {
      kind,
      apoId: pharmacy.apoId,
      group,
      file,
      resetChoice,
      once: true,
      nameIssue,
      changesProducts: mayChangeProducts(caller.access),
      actor: actorOf(caller),
    };
    const taken = await takeInPackage(deps, delivery);
    return { ...answer(taken), approved: taken.approved, ...knownOf(taken) };
  }
}

function answer({ id, rows, leftOut, notes, leaving, doubts, certificate }: TakenIn) {
  return {
    status: 'OK' as const,
    id,
    rows,
    leftOut: leftOut.slice(0, NAMED),
    leftOutTotal: leftOut.length,
    notes: [...notes],
    leaving,
    doubts,
    certificate,
  };
}

function knownOf({ id, known }: TakenIn) {
  if (!known) return { known: false, knownState: null, knownText: null, message: null };
  return {
    known: true,
    knownState: known.state,
    knownText: known.text,
    message: INTAKE_TEXT.alreadyKnown(id, known.text),
  };
}
