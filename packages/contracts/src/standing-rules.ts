import { MAX_STANDING_RULES, PRODUCT_GROUPS, STANDING_KEYS, UPDATE_KINDS } from '@portal/rules';
import { z } from 'zod';
import { bulkRuleSchema } from './bulk-rules.ts';
import { endpoint } from './endpoint.ts';
import { FEW_MARKS, instantSchema, pharmacyParams, productGroupSchema, statusOkSchema } from './fields.ts';
import { savedNameSchema } from './sharing.ts';

const key = z.enum(STANDING_KEYS as [string, ...string[]], {
  error: 'Diese Bedingung kann eine dauerhafte Regel nicht prüfen.',
});
const bound = z.number().min(-100_000_000).max(100_000_000);
/** Rule 2.23; cents, percent, whole packs; texts in upper case. */
const conditionSchema = z.union([
  z.object({
    key,
    is: z.literal('oneOf'),
    values: z
      .array(
        z
          .string()
          .max(120)
          .refine(...FEW_MARKS),
      )
      .min(1)
      .max(200),
  }),
  z.object({
    key,
    is: z.enum(['above', 'atLeast', 'below', 'atMost', 'between']),
    than: bound,
    to: bound.nullable(),
  }),
]);
const idSchema = z.number().int().min(1).max(2_147_483_647);
const groupsSchema = z
  .array(productGroupSchema)
  .min(1, { error: 'Bitte wählen Sie eine Warengruppe.' })
  .max(PRODUCT_GROUPS.length)
  .refine((groups) => new Set(groups).size === groups.length, { error: 'Eine Warengruppe ist doppelt.' });

const scope = {
  productGroups: groupsSchema,
  rule: bulkRuleSchema,
  conditions: z.array(conditionSchema).max(20),
};
const startSchema = z.object({
  ...scope,
  name: savedNameSchema('der Regel', 'einer Regel'),
  /** Its last day in Berlin; null: until it is ended. */
  endsOn: z.iso.date({ error: 'Das Ende ist ein Tag.' }).nullable(),
  /** Rule 18.7. */
  withoutReview: z.boolean(),
});
export type StandingRuleStart = z.infer<typeof startSchema>;

const standingRuleSchema = startSchema.extend({
  id: idSchema,
  startedAt: instantSchema,
  startedBy: z.string(),
  over: z.boolean(),
  /** Of its groups since it was started or confirmed. */
  updates: z.number().int(),
  /** Rule 18.12. */
  asks: z.boolean(),
  /** Untouched ones in open updates. */
  drafts: z.number().int(),
});
export type StandingRule = z.infer<typeof standingRuleSchema>;

const rules = z.array(standingRuleSchema);
const path = '/api/price/standing-rules/:pharmacyId/:token';
const params = pharmacyParams;
const writing = {
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'write',
  params,
  answer: statusOkSchema.extend({ rules }),
} as const;

export const getStandingRules = endpoint({
  id: 'getStandingRules',
  summary: 'The rules that act on every update of a pharmacy, in their order',
  method: 'GET',
  path,
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'search',
  params,
  answer: z.object({ rules }),
});

export const startStandingRule = endpoint({
  ...writing,
  id: 'startStandingRule',
  summary: 'Starts a rule that acts on every MDP and QDP of its product groups from now on',
  method: 'POST',
  path,
  body: startSchema,
});

/** 409 unless it names every rule. */
export const orderStandingRules = endpoint({
  ...writing,
  id: 'orderStandingRules',
  summary: 'Puts the rules in an order; the first that fits a row wins',
  method: 'PUT',
  path: `${path}/order`,
  body: z.object({ ids: z.array(idSchema).max(MAX_STANDING_RULES) }),
});

export const confirmStandingRule = endpoint({
  ...writing,
  id: 'confirmStandingRule',
  summary: 'Says that a rule is still wanted',
  method: 'PUT',
  path: `${path}/confirmed`,
  body: z.object({ id: idSchema }),
});

export const endStandingRule = endpoint({
  ...writing,
  id: 'endStandingRule',
  summary: 'Ends a rule, and with `dropDrafts` takes its untouched drafts out of open updates',
  method: 'PUT',
  path: `${path}/ended`,
  body: z.object({ id: idSchema, dropDrafts: z.boolean() }),
});

const replayedSchema = z.object({
  id: z.number().int(),
  kind: z.enum(UPDATE_KINDS),
  productGroup: productGroupSchema,
  arrivedAt: instantSchema,
  rows: z.number().int(),
  changes: z.number().int(),
  /** At the same sales (rule 14.5). */
  cents: z.number().int(),
  unknown: z.number().int(),
  atFloor: z.number().int(),
  left: z.string().nullable(),
});
export type ReplayedUpdate = z.infer<typeof replayedSchema>;

export const replayStandingRule = endpoint({
  id: 'replayStandingRule',
  summary: 'What a rule had done to the last updates, behind the rules that run; starts nothing',
  method: 'POST',
  path: `${path}/replay`,
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'heavy',
  params,
  body: z.object(scope),
  answer: z.object({ updates: z.array(replayedSchema) }),
});
