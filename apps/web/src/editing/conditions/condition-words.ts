import { type Comparison, type Condition, conditionType, WAITING_DAYS } from '@portal/list-view';
import { formatCents, formatPercent } from '@portal/rules';
import type { TFunction } from 'i18next';
import { formatCount } from '../../lib/format.ts';
import { inContext } from '../../lib/i18n.ts';
import type { ColumnId } from '../kind/headings.ts';
import type { KindName } from '../kind/kind.ts';
import { CHANGE } from '../kind/condition-keys.ts';

type Words = { readonly kind: KindName; readonly t: TFunction<'editing'> };

const SIGNS: Readonly<Record<Comparison, string>> = { above: '>', atLeast: '≥', below: '<', atMost: '≤', between: '' };

/** What a condition is about, as the column is called. */
export function columnName(key: string, { kind, t }: Words): string {
  if (key === CHANGE) return t('conditions.change');
  if (key === WAITING_DAYS) return t('conditions.waitingDays');
  if (key === 'producer') return t('column.producer');
  return t(`column.${key as ColumnId}`, inContext(kind)).replace(/(?<=\p{L})-(?=\p{Ll})/gu, '');
}

/** 'Diff. AVP > 10,0 %', 'Absatz ≥ 5', 'Hersteller BAYER, HEXAL'. */
export function conditionWords(condition: Condition, words: Words): string {
  const name = columnName(condition.key, words);
  if (condition.is === 'oneOf') {
    return `${name} ${condition.values.map((value) => valueName(condition.key, value, words)).join(', ')}`;
  }
  const { key, is, than, to } = condition;
  const number = (value: number) => numberText(key, value);
  if (is !== 'between') return `${name} ${SIGNS[is]} ${number(than)}`;
  return `${name} ${number(than)} – ${number(to ?? than)}`;
}

/** A value to choose, as the list shows it. */
export function valueName(key: string, value: string, { t }: Words): string {
  if (conditionType(key) !== 'elasticity') return value;
  return t(`elasticity.${value as '0' | '1' | '2'}`);
}

function numberText(key: string, value: number): string {
  switch (conditionType(key)) {
    case 'percent':
      return formatPercent(value);
    case 'count':
      return formatCount(value);
    default:
      return `${formatCents(value)} €`;
  }
}
