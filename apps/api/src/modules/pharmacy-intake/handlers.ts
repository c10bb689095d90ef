import { type BodyOf, bodyBounds, ENDPOINTS, type PharmacyOutcome } from '@portal/contracts';
import {
  givenCrmCompanyId,
  type PharmacyDecision,
  readPharmacyRecord,
  refuseAhead,
  RESERVED_NAMES,
} from '@portal/rules';
import type { Caller } from '../../auth/verifier.ts';
import type { ChildPool } from '../../child-pool/pool.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { parseAnyBody } from '../../http/large-bodies.ts';
import { bodyForm } from '../../http/parse-body.ts';
import { createSemaphore, type SlotHolder } from '../../limits/semaphore.ts';
import { type Actor, actorOf } from '../history-writing/index.ts';
import { readInPool } from '../imports/index.ts';
import { readForReconciling } from './read-for-reconciling.ts';
import type { PharmacyFile } from './read-pharmacy-file.ts';
import { takeInFile } from './take-in-file.ts';
import { takeInPharmacies } from './take-in-pharmacies.ts';

/** Any text will do: each pharmacy is judged by itself. */
const FORM = bodyForm(ENDPOINTS.intakePharmacies.body, bodyBounds(ENDPOINTS.intakePharmacies).rows, { printed: true });
const FILE_TASK = new URL('./pharmacy-file-task.ts', import.meta.url);

type Waiting = { readonly holder: SlotHolder; readonly signal: AbortSignal };

/** What the customer centre says and asks, and what administrators do in its place (chapter 23). */
export function pharmacyIntakeHandlers(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  tables: ChildPool,
): Handlers<
  'intakePharmacies' | 'getIntakePharmacies' | 'createPharmacy' | 'checkPharmacyFile' | 'takeInPharmacyFile'
> {
  const deps = { database, clock };
  /** They would wait for each other with a connection each. */
  const turns = createSemaphore({ slots: 1, queue: Infinity });

  return {
    async intakePharmacies({ body, query, caller, ...waiting }) {
      const { pharmacies } = (await parseAnyBody(ENDPOINTS.intakePharmacies, FORM, body)) as BodyOf<
        typeof ENDPOINTS.intakePharmacies
      >;
      const now = clock.now();
      const records = pharmacies.map(({ record }) => refuseAhead(record, now));
      const { renewToken } = query;
      const actor = customerCentre(caller);
      const decisions = await inTurn(waiting, () => takeInPharmacies(deps, { records, renewToken, actor }));
      return {
        outcomes: decisions.map((decision, at) =>
          outcomeOf(decision, pharmacies[at]?.crmCompanyId ?? renewToken ?? null),
        ),
      };
    },

    getIntakePharmacies: ({ query }) => readForReconciling(deps, query),

    async createPharmacy({ body: { pharmacy }, caller, ...waiting }) {
      const now = clock.now();
      const given = typeof pharmacy === 'object' ? { ...pharmacy, changedAt: now.toISOString() } : pharmacy;
      const order = { records: [readPharmacyRecord(given)], actor: actorOf(caller), onlyNew: true };
      const decisions = await inTurn(waiting, () => takeInPharmacies(deps, order));
      return { status: 'OK', outcome: outcomeOf(decisions[0] as PharmacyDecision, givenCrmCompanyId(pharmacy)) };
    },

    async checkPharmacyFile({ file, caller, holder, signal }) {
      const read = await readFile(file.path, { holder, signal });
      return takeInFile(deps, read, { actor: actorOf(caller), onlyLooks: true });
    },

    async takeInPharmacyFile({ file, caller, ...waiting }) {
      const read = await readFile(file.path, waiting);
      return inTurn(waiting, () => takeInFile(deps, read, { actor: actorOf(caller), onlyLooks: false }));
    },
  };

  async function inTurn<Result>({ holder, signal }: Waiting, work: () => Promise<Result>): Promise<Result> {
    const release = await turns.acquire(holder, { signal });
    try {
      return await work();
    } finally {
      release();
    }
  }

  async function readFile(path: string, caller: Waiting): Promise<PharmacyFile> {
    const order = { path, now: clock.now() };
    return (await readInPool<PharmacyFile>(tables, { task: FILE_TASK, order }, caller)).answer;
  }
}

/** Rule 23.10. */
function customerCentre({ subject }: Pick<Caller, 'subject'>): Actor {
  return { subject, userName: RESERVED_NAMES.customerCentre, staff: false };
}

function outcomeOf(decision: PharmacyDecision, crmCompanyId: number | null): PharmacyOutcome {
  if (decision.outcome !== 'refused') {
    const { outcome, pharmacy } = decision;
    return { crmCompanyId: pharmacy.crmCompanyId, outcome, token: pharmacy.token };
  }
  const { field, reason, message } = decision;
  return { crmCompanyId, outcome: 'refused', reason, field, message };
}
