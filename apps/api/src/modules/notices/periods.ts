/** How long an address waits for its confirmation, and the link to confirm it is good. */
export const UNCONFIRMED_DAYS = 7;
/** How long a confirmed address is good after its person last signed in with a right to the pharmacy (rule 15.2). */
export const SEEN_DAYS = 90;
/** How long a link to withdraw is good. It outlives the mail's use: mails are kept. */
export const WITHDRAW_DAYS = 180;
export const DAY_MS = 86_400_000;
