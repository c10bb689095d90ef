import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ExportRange } from './export-range.ts';

export type TicketPurpose = 'mail' | 'file';

/** How long a ticket is good for, in milliseconds. */
export const TICKET_LIFE_MS = { mail: 7 * 24 * 3_600_000, file: 5 * 60_000 } as const;

const contentSchema = z.object({
  p: z.enum(['mail', 'file']),
  s: z.number().int().nullable(),
  u: z.number().int(),
  e: z.number().int(),
});

/** Stores nothing. */
export function issueTicket(
  secret: string,
  { purpose, range, now }: { purpose: TicketPurpose; range: ExportRange; now: Date },
): string {
  const content = {
    p: purpose,
    s: range.since?.getTime() ?? null,
    u: range.until.getTime(),
    e: now.getTime() + TICKET_LIFE_MS[purpose],
  };
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${text}.${sign(secret, text)}`;
}

/** Undefined: forged, of another purpose or expired. */
export function readTicket(
  secret: string,
  ticket: string,
  { purpose, now }: { purpose: TicketPurpose; now: Date },
): ExportRange | undefined {
  const [text = '', signature = ''] = ticket.split('.');
  const wanted = Buffer.from(sign(secret, text));
  const given = Buffer.from(signature);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const content = contentSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  if (content.p !== purpose || content.e < now.getTime()) return undefined;
  return { since: content.s === null ? null : new Date(content.s), until: new Date(content.u) };
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`log-export.${text}`).digest('base64url');
}
