import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { brokenInvariants } from '../support/invariants.ts';
import { checkPortal } from './check.ts';
import { type ModelPortal, openPortal } from './portal.ts';

// The portal against a model of its rules: the same steps every time; `pnpm test:model` takes others, and `npm test` the first 60 (db/pharmacy-plans.test.ts).
let portal: ModelPortal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(async () => {
  expect(await brokenInvariants(portal.database)).toEqual([]);
  await portal.close();
});

test('100 random steps leave the portal as the rules say', async () => {
  expect((await checkPortal(portal, { steps: 100, seed: 20_261_122 })).steps).toBe(100);
}, 600_000);
