const PURPOSES = { '/mail/bestaetigen': 'confirm', '/mail/abmelden': 'withdraw' } as const;

export type MailLink = { readonly purpose: 'confirm' | 'withdraw'; readonly token: string };

/**
 * Rule 15.2: behind '#', so it is not sent.
 * @param state where `hideMailToken` stored it
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

/** A reload still finds it. */
export function hideMailToken({ token }: MailLink): void {
  if (token !== '') history.replaceState({ mailToken: token }, '', location.pathname);
}
