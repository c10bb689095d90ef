import type { PriceIssue, SaveIssue, TypedPriceIssue } from '@portal/rules';

export type RowIssue = Exclude<SaveIssue, PriceIssue>;

export type InputIssue = { readonly text: string; readonly reason: TypedPriceIssue | 'question' | RowIssue };
