import { expect, test } from '@jest/globals';
import { atOnce, buildApprovalModel, NO_EDITS, planStanding, type StandingColumns } from '@portal/list-view';
import { type BulkRule, ENDING_WAYS, NO_GUARDRAILS, type PriceType } from '@portal/rules';
import fc from 'fast-check';
import { previewBulk } from '../../src/editing/bulk/preview-bulk.ts';
import type { Kind, KindTypes } from '../../src/editing/kind/kind.ts';
import { MDP } from '../../src/editing/kinds/mdp.ts';
import { QDP } from '../../src/editing/kinds/qdp.ts';
import { anMdp, aQdp } from '../price-updates/update.ts';

/** As many times the cases at night, when scripts/test.mjs sets it to 10. */
const TIMES = Number(process.env.PORTAL_PROPERTY_TIMES ?? 1);
const price = fc.option(fc.integer({ min: 1, max: 50_000 }), { nil: null });
const article = fc.record({
  priceType: fc.constantFrom<PriceType>(0, 0, 1, 2, 3),
  ownPrice: fc.integer({ min: 1, max: 50_000 }),
  calculatedPrice: fc.integer({ min: 1, max: 50_000 }),
  avp: price,
  aep: price,
  vhp: price,
  ravpRegio: price,
  vatPercent: fc.constantFrom(null, 7, 19),
  inactive: fc.constantFrom(false, false, false, true),
});
const rule: fc.Arbitrary<BulkRule> = fc.record({
  from: fc.constantFrom('price', 'calculatedPrice', 'avp', 'aep', 'vhp', 'umfeldAvg'),
  percent: fc.integer({ min: -500, max: 500 }).map((tenths) => tenths / 10),
  amount: fc.integer({ min: -300, max: 300 }),
  endings: fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 3 }),
  way: fc.constantFrom(...ENDING_WAYS),
  floorPercent: fc.option(fc.integer({ min: 0, max: 60 }), { nil: null }),
  upToAvp: fc.boolean(),
});
const KINDS = {
  MDP: { kind: MDP, answer: anMdp },
  QDP: { kind: QDP, answer: aQdp },
} as const;

// Rule 18.5.
test('a standing rule enters to the cent what the same rule enters by hand, where it may enter anything', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('MDP', 'QDP'),
      rule,
      fc.array(article, { minLength: 1, maxLength: 8 }),
      (name, applied, rows) => {
        const stored = rows.map((row) => ({ ...row, ownPrice: row.priceType > 1 ? row.ownPrice : null }));
        const { answer } = KINDS[name];
        const kind = KINDS[name].kind as unknown as Kind<KindTypes>;
        const { columns } = answer(stored);
        const model = buildApprovalModel(name, columns, { editable: true, approved: false }) as KindTypes['model'];
        const basis = { now: 0, guardrails: NO_GUARDRAILS };
        const review = atOnce(kind.reviewing.build(model, null, NO_EDITS, basis));
        const entered = { edits: NO_EDITS, touched: new Set<string>() };
        const byHand = previewBulk({ kind, model, entered, review }, rows.keys(), applied);
        const known: StandingColumns = {
          ...columns,
          hasDraft: columns.pzn.map(() => false),
          priceMin: columns.pzn.map(() => null),
          priceAvg: columns.ravpRegio,
          priceMax: columns.pzn.map(() => null),
        };
        const { drafts } = planStanding(name, [{ rule: applied, conditions: [] }], known);
        const types = name === 'MDP' ? [0, 2] : [0];
        const expected = byHand.changes
          .filter(({ row, after }) => types.includes(rows[row]?.priceType ?? 0) && after !== rows[row]?.calculatedPrice)
          .map(({ row, after }) => [row, after]);
        expect(drafts.map((draft) => [draft.row, draft.price])).toEqual(expected);
      },
    ),
    { numRuns: 60 * TIMES },
  );
});
