import type { PriceIssue, SaveIssue, TypedPriceIssue } from '@portal/rules';

/** A row that would be left without a price, or with two things that exclude each other. */
export type RowIssue = Exclude<SaveIssue, PriceIssue>;

/** Something entered that is no price, can be two, or that the row must not be left with; `text` is kept as typed. */
export type InputIssue = { readonly text: string; readonly reason: TypedPriceIssue | 'question' | RowIssue };
