import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantSchema } from './fields.ts';

/** 404 unless the test clock is switched on. */
export const setTestClock = endpoint({
  id: 'setTestClock',
  summary: 'Moves the clock of the portal (test clock only)',
  method: 'POST',
  path: '/api/dev/clock',
  access: { kind: 'staff' },
  cost: 'light',
  body: z.object({
    now: z.iso.datetime({ offset: true }).nullable(),
  }),
  answer: z.object({ status: z.literal('OK'), now: instantSchema }),
});

export const runTestJobs = endpoint({
  id: 'runTestJobs',
  summary: 'Runs the clock-driven jobs (test clock only)',
  method: 'POST',
  path: '/api/dev/run-jobs',
  access: { kind: 'staff' },
  cost: 'light',
  answer: z.object({
    status: z.literal('OK'),
    approved: z.number().int(),
    deleted: z.number().int(),
    failed: z.array(z.number().int()),
    skipped: z.number().int(),
    /** Moments of lists at which prices began or ended (rule 17.6). */
    periods: z.number().int(),
  }),
});
