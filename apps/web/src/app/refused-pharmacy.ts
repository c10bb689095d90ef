import type { ApiError } from '../api/api-error.ts';

export type PharmacyAddress = { readonly pharmacyId?: string; readonly pharmacyToken?: string };

/** The page starts, and its first screen is not drawn yet. */
let starting = false;
let refused: { readonly key: string; readonly error: ApiError } | undefined;

const keyOf = ({ pharmacyId, pharmacyToken }: PharmacyAddress) => `${pharmacyId}/${pharmacyToken}`;

/** The page starts: what it is refused is noted for its first screen, which would send a query that failed once more. */
export function startNoting(): void {
  starting = true;
}

/** Notes that the start of the page was refused this pharmacy. */
export function noteRefusal(address: PharmacyAddress, error: ApiError): void {
  if (starting) refused = { key: keyOf(address), error };
}

/** The refusal of this pharmacy at the start of the page, until `forgetRefusal`. */
export function refusalOf(address: PharmacyAddress): ApiError | undefined {
  return refused?.key === keyOf(address) ? refused.error : undefined;
}

/** From now on the pharmacy is asked for again: access may have been given meanwhile. */
export function forgetRefusal(): void {
  starting = false;
  refused = undefined;
}
