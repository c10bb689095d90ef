import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantSchema } from './fields.ts';

/** A day, which begins at midnight in Berlin, or an instant; null for everything. */
const changedSinceSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).nullable();

/** Of the form that links in mails carry: what is asked for and its signature. */
const ticketSchema = z.string().regex(/^[\w-]{1,400}\.[\w-]{43}$/, { error: 'Der Link ist unvollständig.' });

export const exportLogs = endpoint({
  id: 'exportLogs',
  summary: 'Starts an export of all price changes since a day; it arrives by mail',
  method: 'POST',
  path: '/api/price/exportLogs',
  access: { kind: 'staff' },
  rate: 'logExport',
  body: z.object({ changedSince: changedSinceSchema }),
  answer: z.object({
    status: z.literal('OK'),
    /** Where the mail goes. */
    email: z.string(),
  }),
});

/**
 * An export too large for a mail arrives as a link to the portal, where staff sign in and get, for a few minutes, an address
 * that the browser downloads from.
 */
export const openLogExport = endpoint({
  id: 'openLogExport',
  summary: 'Turns the link of a mail into an address to download from, valid for five minutes',
  method: 'POST',
  path: '/api/price/exportLogs/open',
  access: { kind: 'staff' },
  rate: 'logExport',
  body: z.object({ ticket: ticketSchema }),
  answer: z.object({
    status: z.literal('OK'),
    url: z.string(),
    since: instantSchema.nullable(),
    until: instantSchema,
  }),
});

/** Read by the browser itself, which carries no token: the signed ticket is the right to it. */
export const downloadLogExport = endpoint({
  id: 'downloadLogExport',
  summary: 'The export as a compressed CSV file',
  method: 'GET',
  path: '/api/price/exportLogs/file/:ticket',
  access: { kind: 'public' },
  rate: 'logExport',
  params: z.object({ ticket: ticketSchema }),
  answer: z.unknown(),
  answerKind: 'binary',
  media: { 'application/zip': z.string() },
});
