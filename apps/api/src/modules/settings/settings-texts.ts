import {
  type ApprovalFlag,
  type FlagKind,
  GUARDRAILS,
  type Guardrail,
  type Guardrails,
  PACKAGE_KINDS,
} from '@portal/rules';

/** Rules 7.2 and 7.3. */
const MODE: Record<FlagKind, Record<ApprovalFlag, string>> = {
  MDP: {
    0: 'Manuelle Freigabe, nach 5 Tagen automatisch',
    1: 'Sofort automatisch, ohne manuelle Freigabe',
    2: 'Nur manuelle Freigabe',
  },
  QDP: {
    0: 'Manuelle Freigabe, sonst Löschung am 23. des Monats',
    1: 'Manuelle Freigabe, am 22. des Monats automatisch',
    2: 'Sofort automatisch, ohne manuelle Freigabe',
  },
};

/** What the history says of a changed flag. */
export function flagEvent(kind: FlagKind, from: ApprovalFlag, to: ApprovalFlag): string {
  return `Freigabe der ${PACKAGE_KINDS[kind].german.noun}s geändert: ${MODE[kind][to]} (bisher: ${MODE[kind][from]})`;
}

const LIMIT: Record<Guardrail, (percent: number) => string> = {
  minMarginPercent: (percent) => `Spanne mindestens ${percent} %`,
  maxChangePercent: (percent) => `Änderung höchstens ${percent} %`,
  maxAboveAvpPercent: (percent) => `höchstens ${percent} % über AVP`,
  minAboveAepPercent: (percent) => `netto mindestens ${percent} % über AEP`,
  maxAboveUmfeldPercent: (percent) => `höchstens ${percent} % über Umfeld-Maximum`,
  maxBelowUmfeldPercent: (percent) => `höchstens ${percent} % unter Umfeld-Minimum`,
};

/** What the history says of changed guardrails. */
export function guardrailsEvent(from: Guardrails, to: Guardrails): string {
  return `Leitplanken geändert: ${guardrailsText(to)} (bisher: ${guardrailsText(from)})`;
}

function guardrailsText(guardrails: Guardrails): string {
  const limits = GUARDRAILS.flatMap((name) => {
    const percent = guardrails[name];
    return percent === null ? [] : [LIMIT[name](percent)];
  });
  const held = guardrails.holdOnBreach ? ['keine automatische Freigabe bei Verstoß'] : [];
  return [...limits, ...held].join(', ') || 'keine';
}
