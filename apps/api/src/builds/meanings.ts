import { REASON } from '@portal/contracts';
import type { Queryable } from '../db/queryable.ts';
import { PortalError } from '../http/errors.ts';
import { isUnderstoodByAll } from './read-builds.ts';

type Meaning = { readonly since: string; readonly off: string };

/** What a former build would misread or lose; off until the operator's contract of its build (ADR 63). */
export const MEANINGS = {
  /** Rule 17.13: builds before it save the first alone. */
  severalRanges: {
    since: '0.2.0',
    off: 'Mehrere Zeiträume eines Artikels lassen sich erst speichern, wenn die Aktualisierung von TruePrice abgeschlossen ist. Bis dahin bitte nur einen je Artikel.',
  },
} as const satisfies Readonly<Record<string, Meaning>>;

/** @throws PortalError 409 while it is off */
export async function requireMeaning(db: Queryable, name: keyof typeof MEANINGS): Promise<void> {
  const { since, off } = MEANINGS[name];
  if (!(await isUnderstoodByAll(db, since))) throw new PortalError(409, REASON.busy, off);
}
