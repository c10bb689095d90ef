import { UPDATE_KINDS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FEW_MARKS, pharmacyIdSchema, pharmacyTokenSchema } from './fields.ts';
import { BY_WITHOUT_CONTENT, personSchema, savedByPerson, savedNameSchema } from './sharing.ts';

export const VIEW_KINDS = ['priceList', ...UPDATE_KINDS] as const;

const shortText = z
  .string()
  .max(60)
  .refine(...FEW_MARKS);
const record = <Value extends z.ZodType>(value: Value) =>
  z
    .record(shortText, value)
    .refine((entries) => Object.keys(entries).length <= 100, { error: 'Das sind zu viele Spalten.' });

/** Rule 14.50. */
const layoutSchema = z.object({
  order: z.array(shortText).max(100),
  shown: record(z.boolean()),
  widths: record(z.number().int().min(0).max(10_000)),
  pins: record(z.enum(['left', 'right', 'none'])),
  dense: z.boolean(),
});

const viewSchema = z.object({
  /** Without '?' (rule 2.22) */
  address: z
    .string()
    .max(2000)
    .refine(...FEW_MARKS),
  layout: layoutSchema,
  shared: z.boolean(),
});

const nameSchema = savedNameSchema('der Ansicht', 'einer Ansicht');

const path = '/api/price/views/:pharmacyId/:token/:listKind';
const params = z.object({
  pharmacyId: pharmacyIdSchema,
  token: pharmacyTokenSchema,
  listKind: z.enum(VIEW_KINDS, { error: `Erlaubt sind ${VIEW_KINDS.join(', ')}.` }),
});

const savedViewSchema = viewSchema.extend(savedByPerson);
export type SavedView = z.infer<typeof savedViewSchema>;

export const getListViews = endpoint({
  id: 'getListViews',
  summary: 'The views of a kind of list that the caller has saved, and those that others share',
  method: 'GET',
  path,
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'light',
  params,
  answer: z.object({ views: z.array(savedViewSchema) }),
});

/**
 * Replaces the caller's view of that name. `by` without a view: removes what that person shares; owners and staff
 * only.
 */
export const setListView = endpoint({
  id: 'setListView',
  summary: 'Saves a view of the caller under a name, or with null deletes it',
  method: 'PUT',
  path,
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'write',
  params,
  body: z
    .object({ name: nameSchema, view: viewSchema.nullable(), by: personSchema.optional() })
    .refine(({ view, by }) => by === undefined || view === null, { error: BY_WITHOUT_CONTENT }),
  answer: getListViews.answer,
});
