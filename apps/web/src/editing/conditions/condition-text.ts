import { type Comparison, type Condition, conditionType } from '@portal/list-view';
import { emptyFields, readFields, takesTexts } from './condition-form.ts';

type Column = { readonly key: string; readonly name: string };

/** What a line of text says, or what of it cannot be read. */
export type ReadLine =
  | { readonly kind: 'conditions'; readonly conditions: readonly Condition[] }
  | {
      readonly kind: 'noComparison' | 'noColumn' | 'unclearColumn' | 'noNumber';
      readonly part: string;
      /** Columns that may be meant. */
      readonly near?: readonly string[];
    };

const SIGNS: Readonly<Record<string, Comparison>> = {
  '>=': 'atLeast',
  '≥': 'atLeast',
  mindestens: 'atLeast',
  '<=': 'atMost',
  '≤': 'atMost',
  höchstens: 'atMost',
  '>': 'above',
  'größer als': 'above',
  über: 'above',
  '<': 'below',
  'kleiner als': 'below',
  unter: 'below',
};
const COMPARED = new RegExp(`^(.*?)\\s*(${Object.keys(SIGNS).join('|')})\\s*(.*)$`, 'i');
const AND = /\s+und\s+|;/i;
const UNIT = /\s*(%|€)$/;

/** 'Absatz >= 5 und Diff. Ø > 10 %'; a name may be cut short where only one begins so (rule 2.23). */
export function readConditionLine(text: string, columns: readonly Column[]): ReadLine {
  const conditions: Condition[] = [];
  for (const part of text.split(AND).map((each) => each.trim())) {
    const [, name = '', sign = '', value = ''] = COMPARED.exec(part) ?? [];
    const is = SIGNS[sign.toLowerCase()];
    if (is === undefined) return { kind: 'noComparison', part };
    const { column, near } = findColumn(name, columns);
    if (!column && near.length === 0) return { kind: 'noColumn', part: name };
    if (!column) return { kind: 'unclearColumn', part: name, near: near.map((each) => each.name) };
    const { key } = column;
    const condition = readFields({ ...emptyFields(key), is, than: value.replace(UNIT, '') });
    if (!condition) return { kind: 'noNumber', part: value };
    conditions.push(condition);
  }
  return { kind: 'conditions', conditions };
}

function findColumn(name: string, columns: readonly Column[]) {
  const wanted = plain(name);
  const compared = columns.filter(({ key }) => !takesTexts(key) && conditionType(key) !== undefined);
  const begin = wanted === '' ? [] : compared.filter((each) => plain(each.name).startsWith(wanted));
  const column = begin.find((each) => plain(each.name) === wanted) ?? (begin.length === 1 ? begin[0] : undefined);
  const alike = compared.filter((each) => plain(each.name).startsWith(plain(name.split(/[\s.]/)[0] || '-')));
  return { column, near: begin.length > 0 ? begin : alike };
}

/** As it is typed: keyboards have no 'Ø'. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replace(/[^\p{L}]/gu, '');
