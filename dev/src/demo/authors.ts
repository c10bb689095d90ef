import { DEMO_USERS } from '../identity/users.ts';

/** Who wrote an entry: the name as histories show it and the subject of the token, null for the clock. */
export interface DemoAuthor {
  name: string;
  subject: string | null;
}

function signedIn(username: string): DemoAuthor {
  const user = DEMO_USERS.find((candidate) => candidate.username === username);
  if (!user) throw new Error(`No demo user '${username}'`);
  return { name: `${user.givenName} ${user.familyName}`, subject: user.id };
}

/** The demo users who have left traces, and the clock. */
export const AUTHORS = {
  owner: signedIn('inhaber'),
  deputy: signedIn('vertretung'),
  branchManager: signedIn('filialleiter'),
  sales: signedIn('vertrieb'),
  system: { name: 'System', subject: null },
} as const satisfies Record<string, DemoAuthor>;

const OTHERS = ['Sabine Krüger', 'Jürgen Weiß', 'Fatma Yılmaz', 'Dr. Heike Großmann', 'Paul Lehmann', 'Renate Böhm'];

/** Pharmacists of the other pharmacies; they cannot sign in to the demo. */
export const OTHER_PHARMACISTS: readonly DemoAuthor[] = OTHERS.map((name, index) => ({
  name,
  subject: `0b6f3b0e-5f0a-4f57-9c1a-6f2f5d1c${2001 + index}`,
}));
