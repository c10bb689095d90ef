import { REFUSED_STATES } from '@portal/rules';
import { z } from 'zod';
import { certificateSchema } from './review-columns.ts';

/** `id` null: not stored, since a person has uploaded it. */
export const refusedDeliverySchema = z.object({
  id: z.number().int().nullable(),
  state: z.enum(REFUSED_STATES),
  stateText: z.string(),
  certificate: certificateSchema,
});
