import type { EditDays } from '@portal/rules';

/** 'gültig ab', 'gültig bis' and 'nur erinnern am', null for none. */
export type Days = { readonly [Name in keyof Omit<Required<EditDays>, 'later'>]: string | null } & Pick<
  EditDays,
  'later'
>;

export const NO_DAYS: Days = { validFrom: null, validTo: null, remindOn: null };
