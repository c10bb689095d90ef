import type { TypedPriceFault } from '@portal/rules';

/** Something entered that is no price, or can be two; kept as typed. */
export type InputFault = { readonly text: string; readonly reason: TypedPriceFault | 'question' };
