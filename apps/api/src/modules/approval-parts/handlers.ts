import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { createPartJudge } from '../review/index.ts';
import { approvePart } from './approve-part.ts';
import { removePart } from './remove-part.ts';

const OK = { status: 'OK' } as const;

/** Approving the dull part of a package at once (rules 6.29 to 6.32). */
export function approvalPartHandlers({ database, clock }: Deps): Handlers<'approvePart' | 'takeBackPart'> {
  const deps = { database, clock, judgePart: createPartJudge({ db: database.pool, clock }) };
  return {
    async approvePart({ params, pharmacy, body, caller }) {
      const { kind, id, productGroup: group } = params;
      const key = { kind, apoId: pharmacy.apoId, id, group };
      return {
        ...OK,
        ...(await approvePart(deps, { key, sent: body, actor: actorOf(caller), access: caller.access })),
      };
    },

    async takeBackPart({ params, pharmacy, caller }) {
      const { kind, id, productGroup: group, number } = params;
      await removePart(deps, { key: { kind, apoId: pharmacy.apoId, id, group }, number, actor: actorOf(caller) });
      return OK;
    },
  };
}
