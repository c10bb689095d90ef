import { UPDATE_KINDS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantSchema, integerText, productGroupSchema, statusOkSchema } from './fields.ts';
import { lzdReminderSchema } from './notices.ts';
import { deadlineSchema, heldSchema } from './pharmacies.ts';

/** Most open packages in one answer; beyond it the most urgent ones are listed. */
export const OVERVIEW_PACKAGES = 20_000;
/** Most undelivered messages in one answer. */
export const OVERVIEW_MESSAGES = 1000;

const placeSchema = z.object({ apoId: z.number().int(), crmCompanyId: z.number().int(), token: z.string() });

/** An open package with what the clock will do. */
export const openPackageSchema = placeSchema.extend({
  id: z.number().int(),
  kind: z.enum(UPDATE_KINDS),
  productGroup: productGroupSchema,
  pharmacy: z.string(),
  city: z.string(),
  itemCount: z.number().int(),
  createdAt: instantSchema,
  deadline: deadlineSchema,
  held: heldSchema,
  /** Its moment has passed and nothing has happened. */
  overdue: z.boolean(),
  /** An LZD that the pharmacy does not see yet. */
  locked: z.boolean(),
  /** A cancelled pharmacy, which gets no automatic action (rule 7.8). */
  cancelled: z.boolean(),
});
export type OpenPackage = z.infer<typeof openPackageSchema>;

/** A message that has not arrived: `waiting` is tried again by itself, `dead` is not. */
export const undeliveredMessageSchema = z.object({
  id: z.number().int(),
  kind: z.enum(['logExport', 'taskClosed', 'notice', 'noticeConfirmation']),
  status: z.enum(['waiting', 'dead']),
  createdAt: instantSchema,
  attempts: z.number().int(),
  nextAttemptAt: instantSchema.nullable(),
  lastError: z.string().nullable(),
  /** Address of a mail. */
  to: z.string().nullable(),
  /** Package whose task is done. */
  task: z
    .object({ kind: z.enum(UPDATE_KINDS), importId: z.number().int(), productGroup: productGroupSchema })
    .nullable(),
  pharmacy: placeSchema.extend({ name: z.string() }).nullable(),
});
export type UndeliveredMessage = z.infer<typeof undeliveredMessageSchema>;

/** A clock-driven job of the server. */
export const jobStateSchema = z.object({
  name: z.enum(['dueActions', 'notices', 'deliveries', 'forgetting']),
  /** null: it has never run. */
  lastRunAt: instantSchema.nullable(),
  /** Why the last run failed. */
  error: z.string().nullable(),
  overdue: z.boolean(),
});
export type JobState = z.infer<typeof jobStateSchema>;

export const getAdminOverview = endpoint({
  id: 'getAdminOverview',
  summary: 'What waits in all pharmacies: open packages, jobs, undelivered messages',
  method: 'GET',
  path: '/api/admin/overview',
  access: { kind: 'staff' },
  answer: z.object({
    at: instantSchema,
    packages: z.array(openPackageSchema),
    /** All of them, also those beyond OVERVIEW_PACKAGES. */
    packageTotal: z.number().int(),
    jobs: z.array(jobStateSchema),
    messages: z.array(undeliveredMessageSchema),
    messageTotal: z.number().int(),
  }),
  answerKind: 'negotiated',
});
export type AdminOverview = z.infer<typeof getAdminOverview.answer>;

/** Days for which approved LZD stay in the pipeline. */
export const PIPELINE_DAYS = 30;

/** An LZD on its way from the upload to the approval (rule 6.28); a step that has not been taken is null. */
export const pipelineEntrySchema = placeSchema.extend({
  id: z.number().int(),
  productGroup: productGroupSchema,
  pharmacy: z.string(),
  city: z.string(),
  itemCount: z.number().int(),
  /** Its list was empty when it arrived. */
  firstCalculation: z.boolean(),
  /** The pharmacy may approve it; one released long ago has no `releasedAt`. */
  released: z.boolean(),
  /** Somebody of the pharmacy has access; without it nothing can be released (rule 6.19). */
  access: z.boolean(),
  uploadedAt: instantSchema,
  releasedAt: instantSchema.nullable(),
  openedAt: instantSchema.nullable(),
  draftSavedAt: instantSchema.nullable(),
  approvedAt: instantSchema.nullable(),
  /** Addresses of the pharmacy that get mails, and those that have been asked for or proposed and are not confirmed. */
  addresses: z.object({ confirmed: z.number().int(), unconfirmed: z.number().int() }),
  reminders: z.array(lzdReminderSchema),
});
export type PipelineEntry = z.infer<typeof pipelineEntrySchema>;

export const getLzdPipeline = endpoint({
  id: 'getLzdPipeline',
  summary: 'Open LZD and those approved lately, with the steps they have come',
  method: 'GET',
  path: '/api/admin/lzd/pipeline',
  access: { kind: 'staff' },
  answer: z.object({
    at: instantSchema,
    entries: z.array(pipelineEntrySchema),
    /** All of them, also those beyond OVERVIEW_PACKAGES. */
    total: z.number().int(),
  }),
});
export type LzdPipeline = z.infer<typeof getLzdPipeline.answer>;

const messageParams = z.object({
  messageId: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'Erwartet wird eine Nummer.' })
    .transform(Number)
    .meta(integerText(0, 999_999_999_999_999)),
});

export const messageEventSchema = z.object({
  at: instantSchema,
  event: z.enum(['sent', 'failed', 'gaveUp', 'redelivered']),
  detail: z.string().nullable(),
  userName: z.string(),
});
export type MessageEvent = z.infer<typeof messageEventSchema>;

export const getMessageEvents = endpoint({
  id: 'getMessageEvents',
  summary: 'What became of each attempt to deliver a message',
  method: 'GET',
  path: '/api/admin/messages/:messageId/events',
  access: { kind: 'staff' },
  params: messageParams,
  answer: z.object({ events: z.array(messageEventSchema) }),
});

export const redeliverMessage = endpoint({
  id: 'redeliverMessage',
  summary: 'Sends a message again that was given up',
  method: 'POST',
  path: '/api/admin/messages/:messageId/redeliver',
  access: { kind: 'staff' },
  params: messageParams,
  answer: statusOkSchema,
});
