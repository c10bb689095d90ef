import { type RowEdits, rowOfPzn } from '@portal/list-view';
import type { RowEdit, SaveIssue } from '@portal/rules';
import type { Edits, KindTypes, Rights, RowRules } from '../kind/kind.ts';
import { refusedPzns } from './input-errors.ts';
import type { InputIssue, RowIssue } from '../kind/input-issue.ts';
import type { Session } from './session.ts';

/** One object per reason, for shallow comparison. */
const ROW_ISSUES: Readonly<Record<RowIssue, InputIssue>> = {
  withoutPrice: { text: '', reason: 'withoutPrice' },
  exclusionNeedsPrice: { text: '', reason: 'exclusionNeedsPrice' },
  permanentWithoutPrice: { text: '', reason: 'permanentWithoutPrice' },
  permanentWithExclusion: { text: '', reason: 'permanentWithExclusion' },
};

/** Rule 3.6. */
export function rowIssue(issue: SaveIssue | undefined): InputIssue | undefined {
  return issue !== undefined && issue in ROW_ISSUES ? ROW_ISSUES[issue as RowIssue] : undefined;
}

/** What an edit of a row would be refused for. */
export type IssueOf = (row: number, edit: RowEdit) => InputIssue | undefined;

/** Each edit once: a bulk rule makes thousands. */
export function judgeOnce<T extends KindTypes>(
  rules: RowRules<T['model']>,
  model: T['model'],
  rights: Rights,
): IssueOf {
  const judged = new Map<number, { readonly edit: RowEdit; readonly issue: InputIssue | undefined }>();
  return (row, edit) => {
    const before = judged.get(row);
    if (before?.edit === edit) return before.issue;
    const issue = rowIssue(rules.issue(model, row, edit, rights));
    judged.set(row, { edit, issue });
    return issue;
  };
}

export function refusedRows<T extends KindTypes>(
  model: T['model'],
  { phase, entered, issues }: Session,
  issueOf: IssueOf,
): string[] {
  if (phase.name === 'reading') return [];
  return [...refusedPzns(issues), ...refusedEdits(model, entered, issueOf).keys()];
}

/** Edits that cannot be stored as they are. */
export function refusedEdits<T extends KindTypes>(model: T['model'], entered: Edits, issueOf: IssueOf): RowEdits {
  const refused = [...entered.touched].flatMap((pzn) => {
    const edit = entered.edits.get(pzn);
    const row = rowOfPzn(model, pzn);
    return edit && row !== undefined && issueOf(row, edit) ? [[pzn, edit] as const] : [];
  });
  return new Map(refused);
}
