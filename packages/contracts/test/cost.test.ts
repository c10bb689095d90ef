import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type Cost, COSTS, type SlotLimits } from '../src/index.ts';

const page = readFileSync(new URL('../../../docs/rules/13-calls.md', import.meta.url), 'utf8');
const classes = Object.entries(COSTS) as [string, Cost][];

const numbers = (...all: (number | undefined)[]) =>
  all.map((each) => (each === undefined ? '–' : each.toLocaleString('en'))).join(' / ');
const rateOf = ({ perCaller, perPharmacy, perAddress, seconds }: Cost['rate']) =>
  `${numbers(perCaller, perPharmacy, perAddress)}${seconds === undefined ? '' : ` in ${seconds} s`}`;
const cells = ({ slots, perPharmacy, perPerson, outside, ...waiting }: SlotLimits) => [
  numbers(slots, perPharmacy, perPerson, outside),
  numbers(waiting.queue, waiting.queuePerPharmacy, waiting.queuePerPerson),
  `${waiting.maxWaitMs / 1000} s`,
];

// Rule 13.17.
test('the page of the rule book says what each class allows', () => {
  const rows = classes.flatMap(([name, { rate, work, received }]) => [
    [name, rateOf(rate), ...cells(work)],
    ...(received ? [[`${name}, received`, '', ...cells(received)]] : []),
  ]);
  const told = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Class'))
    .map((line) => line.split('|').slice(1, -1));
  expect(told.map((row) => row.map((cell) => cell.trim()))).toEqual(rows);
});

// Rule 13.18.
test.each(classes.filter(([name]) => name !== 'public' && name !== 'link'))(
  '%s: no pharmacy may hold or wait for all there is, accounts without one for least',
  (_name, { work, received }) => {
    for (const limits of [work, received]) {
      if (!limits) continue;
      const { slots, perPharmacy = Infinity, perPerson = 0, outside = 0, queue, queuePerPharmacy = 0 } = limits;
      expect(perPharmacy).toBeLessThan(slots);
      expect(perPerson).toBeLessThanOrEqual(perPharmacy);
      expect(outside).toBeLessThanOrEqual(perPharmacy);
      if (queue > 0) expect(queuePerPharmacy).toBeLessThan(queue);
    }
  },
);
