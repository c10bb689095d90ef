const PURPOSES = { '/mail/bestaetigen': 'confirm', '/mail/abmelden': 'withdraw' } as const;

/** A link of a mail: what it is for, and its token, '' when that is incomplete. */
export type MailLink = { readonly purpose: 'confirm' | 'withdraw'; readonly token: string };

/** Reads the link of a mail from the address (rule 15.2); the token stands behind '#', so that opening it sends it nowhere. */
export function readMailLink({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): MailLink | undefined {
  const purpose = PURPOSES[pathname as keyof typeof PURPOSES];
  return purpose && { purpose, token: /^#([\w-]{43})$/.exec(hash)?.[1] ?? '' };
}
