import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  applyImport,
  editAt,
  IMPORT_OUTCOMES,
  NO_EDITS,
  type PriceListModel,
  rowAt,
  rowOfPzn,
} from '../../src/index.ts';
import {
  effectivePrice,
  IMPORT_TYPES,
  type ImportedRow,
  PRODUCT_GROUPS,
  resolveSave,
  type RowEdit,
} from '@portal/rules';
import { listOf } from '../price-list/factory.ts';

const cents = fc.integer({ min: 1, max: 9_999_999 });
const type = fc.constantFrom(...([0, 1, 2, 3] as const));
/** A product on a list has a price unless it is an exclusion. */
const article = fc.tuple(type, fc.option(cents), cents).map(([priceType, calculatedPrice, own]) => ({
  priceType,
  calculatedPrice: priceType === 0 ? (calculatedPrice ?? own) : calculatedPrice,
  ownPrice: priceType >= 2 ? own : null,
}));
const pznOf = (n: number) => String(n).padStart(8, '0');
const product = { name: 'Neu', content: null, producer: 'Muster', brand: null, normSize: null, atc: null };

/** A list of up to eight articles, some in approval, with some edits, and a file that knows them and some more. */
const world = fc
  .record({
    articles: fc.array(article, { minLength: 1, maxLength: 8 }),
    blocked: fc.uniqueArray(fc.integer({ min: 1, max: 10 }), { maxLength: 3 }),
    importType: fc.constantFrom(...IMPORT_TYPES),
    touched: fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.option(cents), type)),
    file: fc.uniqueArray(
      fc.record({
        n: fc.integer({ min: 1, max: 12 }),
        ownPrice: fc.option(cents),
        code: type,
        known: fc.boolean(),
        productGroup: fc.option(fc.constantFrom(...PRODUCT_GROUPS)),
      }),
      { selector: ({ n }) => n, maxLength: 12 },
    ),
  })
  .map(({ articles, blocked, importType, touched, file }) => {
    const model = listOf(articles, blocked.map(pznOf));
    const rows = file.map(({ n, ownPrice, code, known, productGroup }, at): ImportedRow => {
      const found = { productGroup: known ? productGroup : null, product: known ? product : null };
      const priceType = importType === 'expertimport' ? code : null;
      return { line: at + 2, pzn: pznOf(n), ownPrice, priceType, ...found };
    });
    const edits = new Map<string, RowEdit>();
    for (const [n, ownPrice, code] of touched) {
      if (n > articles.length || blocked.includes(n)) continue;
      const exclusion = code === 1;
      edits.set(pznOf(n), { ownPrice, permanent: code === 3 && ownPrice !== null, exclusion });
    }
    return { context: { model, edits, group: 'OTC' as const, type: importType }, rows };
  });

const stateOf = (model: PriceListModel, edits: ReadonlyMap<string, RowEdit>, pzn: string) => {
  const row = rowOfPzn(model, pzn);
  return row === undefined ? undefined : editAt(model, edits, row);
};

// Rule 5.6.
test('every row of the file has exactly one outcome', () => {
  fc.assert(
    fc.property(world, ({ context, rows }) => {
      const { pzns, unusable } = applyImport(context, rows);
      const told = [...IMPORT_OUTCOMES.flatMap((outcome) => pzns[outcome]), ...unusable.map(({ pzn }) => pzn)];
      expect(told.toSorted()).toEqual(rows.map(({ pzn }) => pzn).toSorted());
    }),
  );
});

test('the same file again changes nothing', () => {
  fc.assert(
    fc.property(world, ({ context, rows }) => {
      const first = applyImport(context, rows);
      const second = applyImport({ ...context, model: first.model, edits: first.edits }, rows);
      expect(second.edits).toEqual(first.edits);
      expect(second.model).toBe(first.model);
      expect([second.pzns.imported, second.pzns.negativeSet, second.pzns.added]).toEqual([[], [], []]);
    }),
  );
});

test('only what is told as changed has changed', () => {
  fc.assert(
    fc.property(world, ({ context, rows }) => {
      const { model, edits, pzns } = applyImport(context, rows);
      const changed = new Set([...pzns.imported, ...pzns.exclusionPriced, ...pzns.negativeSet, ...pzns.added]);
      for (let n = 1; n <= 12; n++) {
        const before = stateOf(context.model, context.edits, pznOf(n));
        if (!changed.has(pznOf(n))) expect(stateOf(model, edits, pznOf(n))).toEqual(before);
      }
      for (const pzn of context.model.blocked) expect(changed.has(pzn)).toBe(false);
    }),
  );
});

test('what an import enters can be saved', () => {
  fc.assert(
    fc.property(world, ({ context, rows }) => {
      const { model, edits, pzns } = applyImport({ ...context, edits: NO_EDITS }, rows);
      const staff = context.type === 'expertimport';
      for (const pzn of [...pzns.imported, ...pzns.exclusionPriced, ...pzns.negativeSet, ...pzns.added]) {
        const row = rowOfPzn(model, pzn) as number;
        expect(resolveSave(rowAt(model, row), editAt(model, edits, row), { staff })).toMatchObject({ ok: true });
      }
    }),
  );
});

test('a list written out with prices and codes and read back changes nothing', () => {
  fc.assert(
    fc.property(fc.array(article, { maxLength: 8 }), fc.boolean(), (articles, expert) => {
      const model = listOf(articles);
      const rows = articles.map((_, row): ImportedRow => {
        const ownPrice = effectivePrice(rowAt(model, row));
        const priceType = expert ? rowAt(model, row).priceType : null;
        return { line: row + 2, pzn: pznOf(row + 1), ownPrice, priceType, productGroup: null, product: null };
      });
      const importType = expert ? 'expertimport' : 'priceimport';
      const result = applyImport({ model, edits: NO_EDITS, group: 'OTC', type: importType }, rows);
      expect(result.edits.size).toBe(0);
      expect(result.unusable).toEqual([]);
    }),
  );
});
