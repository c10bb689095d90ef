import { GUARDRAIL_MAXIMUM, GUARDRAILS, type Guardrail, type Guardrails, readTypedNumber } from '@portal/rules';

/** What the inputs of a group hold that differs from what is stored. */
export type GuardrailChanges = { readonly [Name in Guardrail]?: string } & { readonly holdOnBreach?: boolean };

/** The text of an input; empty for no limit. */
export function limitText(name: Guardrail, stored: Guardrails, changes: GuardrailChanges): string {
  return changes[name] ?? String(stored[name] ?? '');
}

/** null: empty, undefined: not allowed. */
export function readLimit(name: Guardrail, text: string): number | null | undefined {
  const typed = readTypedNumber(text);
  if (typed.kind !== 'number') return typed.kind === 'empty' ? null : undefined;
  const { value } = typed;
  return Number.isInteger(value) && value >= 0 && value <= GUARDRAIL_MAXIMUM[name] ? value : undefined;
}

/** What the inputs say; no limit where one cannot be read. */
export function typedGuardrails(stored: Guardrails, changes: GuardrailChanges): Guardrails {
  const limits = GUARDRAILS.map((name) => [name, readLimit(name, limitText(name, stored, changes)) ?? null] as const);
  return {
    ...(Object.fromEntries(limits) as Record<Guardrail, number | null>),
    holdOnBreach: changes.holdOnBreach ?? stored.holdOnBreach,
  };
}

/** Rule 12.6; undefined while invalid or unchanged. */
export function changedGuardrails(stored: Guardrails, changes: GuardrailChanges): Guardrails | undefined {
  const limits = GUARDRAILS.map((name) => [name, readLimit(name, limitText(name, stored, changes))] as const);
  const holdOnBreach = changes.holdOnBreach ?? stored.holdOnBreach;
  const differs = holdOnBreach !== stored.holdOnBreach || limits.some(([name, limit]) => limit !== stored[name]);
  if (!differs || limits.some(([, limit]) => limit === undefined)) return undefined;
  return { ...(Object.fromEntries(limits) as Record<Guardrail, number | null>), holdOnBreach };
}
