import {
  describeBulkRule,
  formatIsoDay,
  MAX_STANDING_RULES,
  PRODUCT_GROUP_NAMES,
  standingRuleName,
} from '@portal/rules';
import type { StandingRuleStart } from '@portal/contracts';

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('de-DE')} ${many}`;
const drafts = (count: number) => counted(count, 'Entwurf', 'Entwürfe');
const named = (name: string) => `Dauerhafte ${standingRuleName(name)}`;

/** Rule 18.1. */
export const STANDING_EVENT = {
  started: ({ name, productGroups, rule, conditions, endsOn, withoutReview }: StandingRuleStart) =>
    [
      `${named(name)} für ${productGroups.map((group) => PRODUCT_GROUP_NAMES[group]).join(', ')} gestartet: ${describeBulkRule(rule)}`,
      ...(conditions.length === 0 ? [] : [counted(conditions.length, 'Bedingung', 'Bedingungen')]),
      ...(endsOn === null ? [] : [`bis ${formatIsoDay(endsOn)}`]),
      ...(withoutReview ? ['auch ohne Durchsicht'] : []),
    ].join('; '),
  ordered: (names: readonly string[]) =>
    `Reihenfolge der dauerhaften Regeln geändert: ${names.map((name) => `»${name}«`).join(', ')}`,
  confirmed: (name: string) => `${named(name)} bestätigt`,
  ended: (name: string, dropped: number) =>
    `${named(name)} beendet${dropped === 0 ? '' : `, ${drafts(dropped)} verworfen`}`,
  wrote: (name: string, count: number, left: string | null) =>
    `${standingRuleName(name)}: ${drafts(count)}${left === null ? '' : `, ${left}`}`,
  doubted: 'Dauerhafte Regeln nicht angewendet: Zweifel an der Lieferung',
} as const;

export const STANDING_TEXT = {
  nameTaken: (name: string) => `Es gibt schon eine dauerhafte Regel »${name}«. Bitte wählen Sie einen anderen Namen.`,
  tooMany: `Es laufen schon ${MAX_STANDING_RULES} dauerhafte Regeln. Bitte beenden Sie erst eine davon.`,
  pastDay: 'Das Ende liegt in der Vergangenheit.',
  gone: 'Diese dauerhafte Regel gibt es nicht mehr.',
  otherRules: 'Die dauerhaften Regeln haben sich inzwischen geändert. Bitte laden Sie die Seite neu.',
} as const;
