import { ENDPOINTS, bodyBounds, type PharmacyOutcome } from '@portal/contracts';
import { type PharmacyDecision, readPharmacyRecord, RESERVED_NAMES } from '@portal/rules';
import type { Caller } from '../../auth/verifier.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { bodyForm, parseBody } from '../../http/parse-body.ts';
import type { Actor } from '../history-writing/index.ts';
import { readForReconciling } from './read-for-reconciling.ts';
import { takeInPharmacies } from './take-in-pharmacies.ts';

/** Any text will do: each pharmacy is judged by itself. */
const FORM = bodyForm(ENDPOINTS.intakePharmacies.body, bodyBounds(ENDPOINTS.intakePharmacies).rows, { printed: true });

/** What the customer centre says and asks (chapter 23). */
export function pharmacyIntakeHandlers({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Handlers<'intakePharmacies' | 'getIntakePharmacies'> {
  let turn: Promise<unknown> = Promise.resolve();

  return {
    async intakePharmacies({ body, query, caller }) {
      const { pharmacies } = (await parseBody(FORM, body)) as { pharmacies: unknown[] };
      const now = clock.now();
      const records = pharmacies.map((given) => readPharmacyRecord(given, now));
      const { renewToken } = query;
      const takeIn = () =>
        takeInPharmacies({ database, clock }, { records, renewToken, actor: customerCentre(caller) });
      // They would wait for each other with a connection each.
      const mine = turn.then(takeIn);
      turn = mine.catch(() => undefined);
      const decisions = await mine;
      return {
        outcomes: decisions.map((decision, at) => outcomeOf(decision, pharmacies[at] ?? { crmCompanyId: renewToken })),
      };
    },

    getIntakePharmacies: ({ query }) => readForReconciling({ database, clock }, query),
  };
}

/** Rule 23.10. */
function customerCentre({ subject }: Pick<Caller, 'subject'>): Actor {
  return { subject, userName: RESERVED_NAMES.customerCentre, staff: false };
}

function outcomeOf(decision: PharmacyDecision, given: unknown): PharmacyOutcome {
  if (decision.outcome !== 'refused') {
    const { outcome, pharmacy } = decision;
    return { crmCompanyId: pharmacy.crmCompanyId, outcome, token: pharmacy.token };
  }
  const { crmCompanyId } = (given ?? {}) as { crmCompanyId?: unknown };
  return { crmCompanyId: Number.isSafeInteger(crmCompanyId) ? (crmCompanyId as number) : null, ...decision };
}
