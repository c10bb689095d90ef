import { BULK_LIMITS, BULK_REFERENCES, ENDING_WAYS, roundHalfAway, type BulkRule } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, pharmacyTokenSchema } from './fields.ts';
import { BY_WITHOUT_CONTENT, personSchema, savedByPerson, savedNameSchema } from './sharing.ts';

const percent = (min: number) =>
  z
    .number()
    .min(min)
    .max(BULK_LIMITS.percent.max)
    .refine((number) => roundHalfAway(number, 1) === number, {
      error: 'Prozente haben höchstens eine Nachkommastelle.',
    });

/** Rule 3.16. Rule 3.17. */
export const bulkRuleSchema = z.object({
  from: z.enum(BULK_REFERENCES),
  percent: percent(BULK_LIMITS.percent.min),
  amount: z.number().int().min(-BULK_LIMITS.amount).max(BULK_LIMITS.amount),
  endings: z.array(z.number().int().min(0).max(99)).max(100),
  way: z.enum(ENDING_WAYS),
  floorPercent: percent(0).nullable(),
  upToAvp: z.boolean(),
}) satisfies z.ZodType<BulkRule>;

const ruleSchema = z.object({
  rule: bulkRuleSchema,
  shared: z.boolean(),
});

const nameSchema = savedNameSchema('der Regel', 'einer Regel');

const path = '/api/price/bulk-rules/:pharmacyId/:token';
const params = z.object({ pharmacyId: pharmacyIdSchema, token: pharmacyTokenSchema });

const savedRuleSchema = ruleSchema.extend(savedByPerson);
export type SavedRule = z.infer<typeof savedRuleSchema>;

export const getBulkRules = endpoint({
  id: 'getBulkRules',
  summary: 'The bulk rules that the caller has kept, in whichever pharmacy, and those that others share in this one',
  method: 'GET',
  path,
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'light',
  params,
  answer: z.object({ rules: z.array(savedRuleSchema) }),
});

/**
 * Replaces the caller's rule of that name. `by` without a rule: removes what that person shares; owners and staff
 * only.
 */
export const setBulkRule = endpoint({
  id: 'setBulkRule',
  summary: 'Keeps a bulk rule of the caller under a name, or with null deletes it',
  method: 'PUT',
  path,
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'write',
  params,
  body: z
    .object({ name: nameSchema, kept: ruleSchema.nullable(), by: personSchema.optional() })
    .refine(({ kept, by }) => by === undefined || kept === null, { error: BY_WITHOUT_CONTENT }),
  answer: getBulkRules.answer,
});
