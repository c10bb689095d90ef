import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantSchema } from './fields.ts';

/** Days begin in Berlin; null: everything. */
const changedSinceSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).nullable();

const ticketSchema = z.string().regex(/^[\w-]{1,400}\.[\w-]{43}$/, { error: 'Der Link ist unvollständig.' });

export const exportLogs = endpoint({
  id: 'exportLogs',
  summary: 'Starts an export of all price changes since a day; it arrives by mail',
  method: 'POST',
  path: '/api/price/exportLogs',
  access: { kind: 'staff' },
  cost: 'file',
  body: z.object({ changedSince: changedSinceSchema }),
  answer: z.object({
    status: z.literal('OK'),
    email: z.string(),
  }),
});

/** A link, and after sign-in an address for a few minutes. */
export const openLogExport = endpoint({
  id: 'openLogExport',
  summary: 'Turns the link of a mail into an address to download from, valid for five minutes',
  method: 'POST',
  path: '/api/price/exportLogs/open',
  access: { kind: 'staff' },
  cost: 'file',
  body: z.object({ ticket: ticketSchema }),
  answer: z.object({
    status: z.literal('OK'),
    url: z.string(),
    since: instantSchema.nullable(),
    until: instantSchema,
  }),
});

/** The signed ticket authorizes. */
export const downloadLogExport = endpoint({
  id: 'downloadLogExport',
  summary: 'The export as a compressed CSV file',
  method: 'GET',
  path: '/api/price/exportLogs/file/:ticket',
  access: { kind: 'public' },
  cost: 'file',
  params: z.object({ ticket: ticketSchema }),
  answer: z.unknown(),
  answerKind: 'binary',
  media: { 'application/zip': z.string() },
});
