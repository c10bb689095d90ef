import type { EditDays } from '@portal/rules';

/** 'gültig ab', 'gültig bis' and 'nur erinnern am', null for none. */
export type Days = { readonly [Name in keyof Required<EditDays>]: string | null };

export const NO_DAYS: Days = { validFrom: null, validTo: null, remindOn: null };
