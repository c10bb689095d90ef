import { UPDATE_KINDS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantSchema, integerText, productGroupSchema, statusOkSchema } from './fields.ts';
import { lzdReminderSchema } from './notices.ts';
import { deadlineSchema, holdSchema } from './pharmacies.ts';

/** Beyond it the most urgent ones are listed. */
export const OVERVIEW_PACKAGES = 20_000;
export const OVERVIEW_MESSAGES = 1000;

const placeSchema = z.object({ apoId: z.number().int(), crmCompanyId: z.number().int(), token: z.string() });

export const openPackageSchema = placeSchema.extend({
  id: z.number().int(),
  kind: z.enum(UPDATE_KINDS),
  productGroup: productGroupSchema,
  pharmacy: z.string(),
  city: z.string(),
  itemCount: z.number().int(),
  createdAt: instantSchema,
  deadline: deadlineSchema,
  held: holdSchema,
  /** Its certificate is yellow (rule 20.1). */
  doubted: z.boolean(),
  overdue: z.boolean(),
  /** Not yet visible to the pharmacy. */
  locked: z.boolean(),
  /** A cancelled pharmacy gets no automatic action (rule 7.8). */
  cancelled: z.boolean(),
});
export type OpenPackage = z.infer<typeof openPackageSchema>;

/** `waiting` is retried, `dead` is not. */
export const undeliveredMessageSchema = z.object({
  id: z.number().int(),
  kind: z.enum(['logExport', 'taskClosed', 'pharmacy', 'notice', 'noticeConfirmation', 'delivery']),
  status: z.enum(['waiting', 'dead']),
  createdAt: instantSchema,
  attempts: z.number().int(),
  nextAttemptAt: instantSchema.nullable(),
  lastError: z.string().nullable(),
  to: z.string().nullable(),
  task: z
    .object({ kind: z.enum(UPDATE_KINDS), importId: z.number().int(), productGroup: productGroupSchema })
    .nullable(),
  pharmacy: placeSchema.extend({ name: z.string() }).nullable(),
});
export type UndeliveredMessage = z.infer<typeof undeliveredMessageSchema>;

export const jobStateSchema = z.object({
  name: z.enum(['dueActions', 'periods', 'notices', 'deliveries', 'forgetting']),
  lastRunAt: instantSchema.nullable(),
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
  cost: 'list',
  answer: z.object({
    at: instantSchema,
    packages: z.array(openPackageSchema),
    packageTotal: z.number().int(),
    /** Refused ones that nobody has decided about (rule 20.11). */
    openDeliveries: z.number().int(),
    jobs: z.array(jobStateSchema),
    messages: z.array(undeliveredMessageSchema),
    messageTotal: z.number().int(),
  }),
  answerKind: 'negotiated',
});
export type AdminOverview = z.infer<typeof getAdminOverview.answer>;

export const PIPELINE_DAYS = 30;

/** Between upload and approval (rule 6.28); null: not yet taken. */
export const pipelineEntrySchema = placeSchema.extend({
  id: z.number().int(),
  productGroup: productGroupSchema,
  pharmacy: z.string(),
  city: z.string(),
  itemCount: z.number().int(),
  firstCalculation: z.boolean(),
  released: z.boolean(),
  /** Without a person with access nothing can be released (rule 6.19). */
  access: z.boolean(),
  uploadedAt: instantSchema,
  releasedAt: instantSchema.nullable(),
  openedAt: instantSchema.nullable(),
  draftSavedAt: instantSchema.nullable(),
  approvedAt: instantSchema.nullable(),
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
  cost: 'list',
  answer: z.object({
    at: instantSchema,
    entries: z.array(pipelineEntrySchema),
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
  cost: 'light',
  params: messageParams,
  answer: z.object({ events: z.array(messageEventSchema) }),
});

export const redeliverMessage = endpoint({
  id: 'redeliverMessage',
  summary: 'Sends a message again that was given up',
  method: 'POST',
  path: '/api/admin/messages/:messageId/redeliver',
  access: { kind: 'staff' },
  cost: 'write',
  params: messageParams,
  answer: statusOkSchema,
});
