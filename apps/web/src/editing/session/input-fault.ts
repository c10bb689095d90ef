import type { PriceFault, SaveFault, TypedPriceFault } from '@portal/rules';

/** A row that would be left without a price, or with two things that exclude each other. */
export type RowFault = Exclude<SaveFault, PriceFault>;

/** Something entered that is no price, can be two, or that the row must not be left with; `text` is kept as typed. */
export type InputFault = { readonly text: string; readonly reason: TypedPriceFault | 'question' | RowFault };
