import { mailAddress, type MailTextIssue, mailTextIssue } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  FEW_MARKS,
  instantSchema,
  integerText,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  statusOkSchema,
} from './fields.ts';
import { updateIdSchema } from './price-updates.ts';
import { REMINDER_LENGTH } from './constants.ts';

/** Stored with an ASCII domain. */
const addressSchema = z
  .string()
  .trim()
  .max(254, { error: 'Die E-Mail-Adresse ist zu lang.' })
  .refine((text) => mailAddress(text) !== undefined, { error: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.' })
  .overwrite((text) => mailAddress(text) ?? text);

const idSchema = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, { error: 'Erwartet wird eine Nummer.' })
  .transform(Number)
  .meta(integerText(1, 999_999_999_999_999));

const path = '/api/pharmacy/notices/:apoId/:token';
const params = z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema });

/** Rule 15.1. Rule 15.8. */
export const noticeAddressesSchema = z.object({
  mayAdd: z.boolean(),
  offered: z.string().nullable(),
  own: z.object({ id: z.number().int(), address: z.string(), confirmed: z.boolean() }).nullable(),
  /** 'i…@example.com' */
  proposed: z.array(z.object({ id: z.number().int(), masked: z.string(), confirmed: z.boolean() })),
});
export type NoticeAddresses = z.infer<typeof noticeAddressesSchema>;

export const getNoticeAddresses = endpoint({
  id: 'getNoticeAddresses',
  summary: 'Who gets mails of a pharmacy, as far as it concerns the caller',
  method: 'GET',
  path,
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'light',
  params,
  answer: noticeAddressesSchema,
});

/** Replaces the caller's address; not used before its link was. */
export const addNoticeAddress = endpoint({
  id: 'addNoticeAddress',
  summary: 'Asks for mails of a pharmacy; the address gets a link to confirm it',
  method: 'POST',
  path,
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'write',
  params,
  body: z.object({ address: addressSchema }),
  answer: statusOkSchema,
});

export const removeNoticeAddress = endpoint({
  id: 'removeNoticeAddress',
  summary: "Ends mails to the caller's own address or one that staff proposed",
  method: 'DELETE',
  path: `${path}/:addressId`,
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'write',
  params: params.extend({ addressId: idSchema }),
  answer: statusOkSchema,
});

/** `valid`: false for a used, expired or unknown link. */
const linkAnswerSchema = statusOkSchema.extend({ valid: z.boolean() });
const linkSchema = z.string().regex(/^[\w-]{43}$/, { error: 'Der Link ist unvollständig.' });
/** Rule 15.2. */
const byLink = {
  access: { kind: 'public' },
  cost: 'write',
  params: z.object({ link: linkSchema }),
} as const;

export const confirmNotices = endpoint({
  ...byLink,
  id: 'confirmNotices',
  cost: 'link',
  summary: 'Confirms an address by the link of a mail',
  method: 'POST',
  path: '/api/notices/confirm/:link',
  answer: linkAnswerSchema,
});

/** Pharmacy and shortened address; null as `valid` is false. */
export const getNoticeLink = endpoint({
  ...byLink,
  id: 'getNoticeLink',
  cost: 'link',
  summary: 'What the link of a mail is about',
  method: 'GET',
  path: '/api/notices/link/:link',
  query: z.object({ purpose: z.enum(['confirm', 'withdraw']) }),
  answer: z.object({ link: z.object({ pharmacy: z.string(), masked: z.string() }).nullable() }),
});

/** One-click unsubscribe (RFC 8058); the form is not read. */
export const withdrawNotices = endpoint({
  ...byLink,
  id: 'withdrawNotices',
  cost: 'link',
  summary: 'Ends mails to an address by the link of a mail',
  method: 'POST',
  path: '/api/notices/withdraw/:link',
  answer: linkAnswerSchema,
});

/** Changes nothing. */
export const openWithdrawal = endpoint({
  ...byLink,
  id: 'openWithdrawal',
  cost: 'link',
  summary: 'Leads to the page that ends mails to an address',
  method: 'GET',
  path: '/api/notices/withdraw/:link',
  answer: z.unknown(),
  answerKind: 'binary',
});

const lzdPath = { apoId: pharmacyIdSchema, lzdId: updateIdSchema };

export const proposeNoticeAddress = endpoint({
  id: 'proposeNoticeAddress',
  summary: 'Proposes an address for mails with the release of an LZD; it gets a link to confirm it',
  method: 'POST',
  path: '/api/admin/lzd/:apoId/:lzdId/address',
  access: { kind: 'staff' },
  cost: 'write',
  params: z.object(lzdPath),
  body: z.object({ address: addressSchema }),
  answer: statusOkSchema,
});

const plain = (most: number, what: string) =>
  z
    .string()
    .trim()
    .min(1, { error: `Bitte geben Sie ${what} ein.` })
    .max(most, { error: `Erlaubt sind höchstens ${most} Zeichen.`, abort: true })
    .refine(FEW_MARKS[0], { ...FEW_MARKS[1], abort: true })
    .superRefine((text, context) => {
      const found = mailTextIssue(text);
      if (found) context.addIssue({ code: 'custom', message: sentenceOf(found) });
    });

function sentenceOf(found: MailTextIssue): string {
  return found.issue === 'link'
    ? `Den Link setzt TruePrice selbst ein. Bitte schreiben Sie „${found.found}“ anders, etwa mit einem Leerzeichen nach dem Punkt, vor der Klammer oder vor dem Schrägstrich.`
    : 'Der Text enthält unsichtbare Zeichen. Bitte geben Sie ihn neu ein.';
}

export const remindOfLzd = endpoint({
  id: 'remindOfLzd',
  summary: 'Reminds the confirmed addresses of a pharmacy of an LZD',
  method: 'POST',
  path: '/api/admin/lzd/:apoId/:lzdId/reminder',
  access: { kind: 'staff' },
  cost: 'write',
  params: z.object(lzdPath),
  body: z.object({
    title: plain(REMINDER_LENGTH.title, 'einen Betreff').refine((text) => !/\p{Cc}/u.test(text), {
      error: 'Der Betreff hat eine Zeile.',
    }),
    text: plain(REMINDER_LENGTH.text, 'einen Text'),
  }),
  answer: statusOkSchema.extend({ recipients: z.number().int() }),
});

export const lzdReminderSchema = z.object({
  sentAt: instantSchema,
  userName: z.string(),
  title: z.string(),
  text: z.string(),
  recipients: z.number().int(),
});
export type LzdReminder = z.infer<typeof lzdReminderSchema>;
