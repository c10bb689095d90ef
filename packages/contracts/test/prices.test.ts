import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PricesPiece } from '../src/rows/prices.ts';
import { createPricesReader } from '../src/rows/read-prices.ts';

const whole = fc.option(fc.nat({ max: 2_147_483_647 }), { nil: null });
/** As the server writes a column: whole numbers with commas between, nothing where there is none. */
const written = (values: readonly (number | null)[]) => values.map((value) => value ?? '').join(',');

test('columns of whole numbers are read as they were, with nothing where there is none (ADR 73)', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(whole, whole), { minLength: 1, maxLength: 40 }), (rows) => {
      const units = rows.map(([each]) => each);
      const avp = rows.map(([, each]) => each);
      const piece = { pzn: rows.map(() => '1').join(','), units: written(units), avp: written(avp) };
      expect(createPricesReader()(piece as PricesPiece)).toMatchObject({ units, avp });
    }),
  );
});

test('PZNs go on from piece to piece, and get their check digits', () => {
  const read = createPricesReader();
  // 1·7 = 7; 1·6 + 2·7 = 20, remainder 9; 1·5 + 2·6 + 3·7 = 38, remainder 5
  expect(read({ pzn: '1,11', avp: ',7' } as PricesPiece)).toEqual({ pzn: ['00000017', '00000129'], avp: [null, 7] });
  expect(read({ pzn: '111', avp: '' } as PricesPiece)).toEqual({ pzn: ['00001235'], avp: [null] });
  expect(read({ pzn: '', avp: '' } as PricesPiece)).toEqual({ pzn: [], avp: [] });
});
