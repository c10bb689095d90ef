import fc from 'fast-check';
import type { Step } from '../outcome.ts';
import { PHARMACY_COUNT } from '../start.ts';
import { later, runJobsNow, wait } from './clock.ts';
import { decision } from './decisions.ts';
import { deliverAgain, deliverPackage } from './deliveries.ts';
import { downloadStep, fileStep } from './files.ts';
import { importFile } from './imports.ts';
import { openList, saveList } from './lists.ts';
import { look, seeLowest } from './looks.ts';
import { packageStep } from './packages.ts';
import { endSomePeriods, seeUndo, takeBackSomeSave } from './periods.ts';
import { ruleStep } from './standing-rules.ts';
import { reviewStep } from './reviews.ts';
import { activate, changeFlag, linkMirror } from './settings.ts';
import { acknowledgePull, pull, sendInventory } from './till.ts';

/** What people, programs and the clock do, by how often. */
const WRITES = [
  { weight: 8, arbitrary: saveList(PHARMACY_COUNT) },
  { weight: 9, arbitrary: deliverPackage(PHARMACY_COUNT) },
  { weight: 2, arbitrary: deliverAgain },
  { weight: 3, arbitrary: decision },
  { weight: 6, arbitrary: packageStep('save') },
  { weight: 8, arbitrary: packageStep('approve') },
  { weight: 4, arbitrary: packageStep('reopen') },
  { weight: 3, arbitrary: packageStep('delete') },
  { weight: 3, arbitrary: packageStep('release') },
  { weight: 3, arbitrary: changeFlag(PHARMACY_COUNT) },
  { weight: 4, arbitrary: ruleStep(PHARMACY_COUNT) },
  { weight: 4, arbitrary: reviewStep(PHARMACY_COUNT) },
  { weight: 2, arbitrary: linkMirror(PHARMACY_COUNT) },
  { weight: 1, arbitrary: activate(PHARMACY_COUNT) },
  { weight: 4, arbitrary: packageStep('takeBack') },
  { weight: 8, arbitrary: packageStep('part') },
  { weight: 3, arbitrary: endSomePeriods(PHARMACY_COUNT) },
  { weight: 3, arbitrary: takeBackSomeSave },
  { weight: 4, arbitrary: downloadStep(PHARMACY_COUNT) },
  { weight: 5, arbitrary: fileStep },
];

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...WRITES,
  { weight: 4, arbitrary: openList(PHARMACY_COUNT) },
  { weight: 6, arbitrary: packageStep('open') },
  { weight: 4, arbitrary: seeUndo(PHARMACY_COUNT) },
  { weight: 4, arbitrary: look(PHARMACY_COUNT) },
  { weight: 4, arbitrary: seeLowest },
  { weight: 1, arbitrary: importFile },
  { weight: 4, arbitrary: later },
  { weight: 2, arbitrary: wait },
  { weight: 3, arbitrary: pull(PHARMACY_COUNT) },
  { weight: 3, arbitrary: acknowledgePull(PHARMACY_COUNT) },
  { weight: 2, arbitrary: sendInventory(PHARMACY_COUNT) },
);

export const anyWrite: fc.Arbitrary<Step> = fc.oneof(...WRITES, { weight: 3, arbitrary: runJobsNow });
/** Two that are sent at once. */
export const anyRace: fc.Arbitrary<[Step, Step]> = fc.tuple(anyWrite, anyWrite);
