const PURPOSES = { '/mail/bestaetigen': 'confirm', '/mail/abmelden': 'withdraw' } as const;

/** A link of a mail: what it is for, and its token, '' when that is incomplete. */
export type MailLink = { readonly purpose: 'confirm' | 'withdraw'; readonly token: string };

/**
 * Reads the link of a mail from the address (rule 15.2); the token stands behind '#', so that opening it sends it nowhere.
 * @param state of the browser's history, where `hideMailToken` has put the token
 */
export function readMailLink(
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  state?: unknown,
): MailLink | undefined {
  const purpose = PURPOSES[pathname as keyof typeof PURPOSES];
  if (!purpose) return undefined;
  const hidden = hash === '' && isHidden(state) ? `#${state.mailToken}` : hash;
  return { purpose, token: /^#([\w-]{43})$/.exec(hidden)?.[1] ?? '' };
}

const isHidden = (state: unknown): state is { mailToken: string } =>
  typeof state === 'object' && state !== null && 'mailToken' in state && typeof state.mailToken === 'string';

/** Takes the token out of the address bar, where it would be seen and copied; a reload still finds it. */
export function hideMailToken({ token }: MailLink): void {
  if (token !== '') history.replaceState({ mailToken: token }, '', location.pathname);
}
