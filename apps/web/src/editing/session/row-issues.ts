import { rowOfPzn } from '@portal/list-view';
import type { SaveIssue } from '@portal/rules';
import type { KindTypes, Rights, RowRules } from '../kind.ts';
import { refusedPzns } from './held-edit.ts';
import type { InputIssue, RowIssue } from './input-issue.ts';
import type { Session } from './session.ts';

/** One object a reason: a row is drawn again when its issue is another object. */
const ROW_ISSUES: Readonly<Record<RowIssue, InputIssue>> = {
  withoutPrice: { text: '', reason: 'withoutPrice' },
  exclusionNeedsPrice: { text: '', reason: 'exclusionNeedsPrice' },
  permanentWithoutPrice: { text: '', reason: 'permanentWithoutPrice' },
  permanentWithExclusion: { text: '', reason: 'permanentWithExclusion' },
};

/** What the price input says about an edit that the server would refuse (rule 3.6); the price in it is allowed by itself. */
export function rowIssue(issue: SaveIssue | undefined): InputIssue | undefined {
  return issue !== undefined && issue in ROW_ISSUES ? ROW_ISSUES[issue as RowIssue] : undefined;
}

/** PZNs of rows that cannot be stored as they are; nothing is saved while there is one. */
export function refusedRows<T extends KindTypes>(
  rules: RowRules<T['model']>,
  model: T['model'],
  { step, entered, issues }: Session,
  rights: Rights,
): string[] {
  if (step.name === 'reading') return [];
  const faulty = [...entered.touched].filter((pzn) => {
    const edit = entered.edits.get(pzn);
    const row = rowOfPzn(model, pzn);
    return edit && row !== undefined && rowIssue(rules.issue(model, row, edit, rights));
  });
  return [...refusedPzns(issues), ...faulty];
}
