/** 'gültig ab' and 'gültig bis', null for none. */
export type Days = { readonly validFrom: string | null; readonly validTo: string | null };
