import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, pharmacyTokenSchema } from './fields.ts';
import { BY_WITHOUT_CONTENT, personSchema, sharedBy } from './sharing.ts';

/** The kinds of list that views are kept for (rule 2.24). */
export const VIEW_KINDS = ['priceList', 'MDP', 'QDP', 'LZD'] as const;

const shortText = z.string().max(60);
const record = <Value extends z.ZodType>(value: Value) =>
  z
    .record(shortText, value)
    .refine((entries) => Object.keys(entries).length <= 100, { error: 'Das sind zu viele Spalten.' });

/** How the table is arranged (rule 14.50). */
const layoutSchema = z.object({
  order: z.array(shortText).max(100),
  shown: record(z.boolean()),
  widths: record(z.number().int().min(0).max(10_000)),
  pins: record(z.enum(['left', 'right', 'none'])),
  dense: z.boolean(),
});

/** Which rows a list shows, in which order and columns. */
const viewSchema = z.object({
  /** The parameters of the page's address without '?' (rule 2.22) */
  address: z.string().max(2000),
  layout: layoutSchema,
  /** Everybody who sees the pharmacy may use it. */
  shared: z.boolean(),
});

const nameSchema = z
  .string()
  .trim()
  .min(1, { error: 'Bitte geben Sie der Ansicht einen Namen.' })
  .max(60, { error: 'Der Name einer Ansicht hat höchstens 60 Zeichen.' });

const path = '/api/price/views/:pharmacyId/:token/:listKind';
const params = z.object({
  pharmacyId: pharmacyIdSchema,
  token: pharmacyTokenSchema,
  listKind: z.enum(VIEW_KINDS, { error: `Erlaubt sind ${VIEW_KINDS.join(', ')}.` }),
});

const savedViewSchema = viewSchema.extend({ ...sharedBy, name: z.string(), userName: z.string(), mine: z.boolean() });
export type SavedView = z.infer<typeof savedViewSchema>;

export const getListViews = endpoint({
  id: 'getListViews',
  summary: 'The views of a kind of list that the caller has saved, and those that others share',
  method: 'GET',
  path,
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  params,
  /** The caller's own first, then by name */
  answer: z.object({ views: z.array(savedViewSchema) }),
});

/**
 * Under a name that the caller has used already the new view takes the place of the former one. With `by` and no view it takes back what that
 * person shares; for owners of the pharmacy and staff.
 */
export const setListView = endpoint({
  id: 'setListView',
  summary: 'Saves a view of the caller under a name, or with null deletes it',
  method: 'PUT',
  path,
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  rate: 'save',
  params,
  body: z
    .object({ name: nameSchema, view: viewSchema.nullable(), by: personSchema.optional() })
    .refine(({ view, by }) => by === undefined || view === null, { error: BY_WITHOUT_CONTENT }),
  answer: getListViews.answer,
});
