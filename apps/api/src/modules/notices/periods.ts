export const UNCONFIRMED_DAYS = 7;
/** Days (rule 15.2). */
export const SEEN_DAYS = 90;
/** Days; longer than the mail is of use. */
export const WITHDRAW_DAYS = 180;
export const DAY_MS = 86_400_000;
