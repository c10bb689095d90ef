import { boundText } from '@portal/rules';
import { FILE_TEXT } from './texts.ts';

export type FileIssue = {
  /** physical line from 1; null: the whole file */
  readonly line: number | null;
  /** 'Spalte n' without one; null: the whole line */
  readonly column: string | null;
  /** the text found there, shortened; null where there is none */
  readonly value: string | null;
  /** German sentence */
  readonly message: string;
};

export class FileRefusal extends Error {
  readonly issue: FileIssue;

  constructor(message: string, position: Partial<Omit<FileIssue, 'message'>> = {}) {
    super(message);
    this.name = 'FileRefusal';
    this.issue = { line: null, column: null, value: null, ...position, message };
  }
}

/** As many issues are named; further ones are only counted. */
export const NAMED_ISSUES = 50;

export class IssueList {
  readonly named: FileIssue[] = [];
  total = 0;

  add(issue: FileIssue): void {
    this.total++;
    if (this.named.length < NAMED_ISSUES) this.named.push(issue);
  }

  summary(): string {
    const [only] = this.named;
    if (this.total === 1 && only?.line === null && only.column === null) return only.message;
    return FILE_TEXT.refused(this.total.toLocaleString('de-DE'));
  }
}

const EXCERPT_LENGTH = 60;

/** One line, at most 60 characters. */
export function excerpt(text: string): string {
  const head = boundText(text.slice(0, EXCERPT_LENGTH + 1), EXCERPT_LENGTH + 1)
    .replace(CONTROL_OR_BREAK, '\ufffd')
    .toWellFormed();
  return head.length > EXCERPT_LENGTH ? `${head.slice(0, EXCERPT_LENGTH).toWellFormed()}…` : head;
}

// oxlint-disable-next-line no-control-regex -- finding them is its purpose
const CONTROL_OR_BREAK = /[\0-\x1f\x7f-\x9f\u2028\u2029]/g;
