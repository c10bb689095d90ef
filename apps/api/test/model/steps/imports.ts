import fc from 'fast-check';
import { differences } from '../compare.ts';
import { type Outcome, refused, type Request, type Step } from '../outcome.ts';
import { describePerson, isStaff } from '../people.ts';
import type { World } from '../state.ts';
import { anyCaller, anyPzn, type Caller, maybe, personFor, pznAt } from './picks.ts';

export type ImportRow = { pzn: number; price: number | null; code: number };
export type ImportData = { caller: Caller; type: 'priceimport' | 'negativeimport' | 'expertimport'; rows: ImportRow[] };

/** Somebody has an import file read: it says what stands there and stores nothing; the expert import is for admin or sales. */
export class Import implements Step {
  readonly data: ImportData;
  constructor(data: ImportData) {
    this.data = data;
  }
  applies = () => true;
  describe = (world: World) =>
    `${describePerson(personFor(world, this.data.caller, 0))} reads a ${this.data.type} of ${this.data.rows.length} rows`;
  request(world: World): Request {
    const { caller, type, rows } = this.data;
    const text = (price: number | null) => (price === null ? '' : (price / 100).toFixed(2).replace('.', ','));
    const lines = rows.map(({ pzn, price, code }) => `${pznAt(world, pzn)};${text(price)};${code}`);
    const file = { name: 'import.csv', content: `${['PZN;VK;Typ', ...lines].join('\r\n')}\r\n` };
    const columns = {
      pzncolumn: 'PZN',
      ...(type === 'negativeimport' ? {} : { pricecolumn: 'VK' }),
      ...(type === 'expertimport' ? { negativecolumn: 'Typ' } : {}),
    };
    return {
      as: personFor(world, caller, 0),
      method: 'POST',
      path: '/api/price/import',
      file,
      fields: { type, ...columns },
    };
  }
  rule(world: World): Outcome {
    const { type, rows } = this.data;
    const person = personFor(world, this.data.caller, 0);
    if (person.who === 'nobody') return refused(world, 401);
    const customer = person.who === 'owner' || person.who === 'deputy';
    if (!isStaff(person) && (!customer || type === 'expertimport')) return refused(world, 403);
    // Code 1 of an expert import makes an exclusion: its price is cleared.
    const clears = (code: number) => type === 'negativeimport' || (type === 'expertimport' && code === 1);
    const wanted = rows.map(({ pzn, price, code }) => [
      pznAt(world, pzn),
      price === null || clears(code) ? null : price / 100,
    ]);
    return {
      status: 200,
      next: world,
      check: (body) => {
        const read = (body.data as { pzn: string; price: number | null }[]).map(({ pzn, price }) => [pzn, price]);
        return differences(wanted, read, 'import');
      },
    };
  }
}

/** Rows that every type can use: each product once, own and permanent codes with a price. */
const anyRows = fc.uniqueArray(
  fc
    .record({ pzn: anyPzn, price: maybe(fc.constantFrom(333, 849, 1_000)), code: fc.nat(3) })
    .map((row) => ({ ...row, code: row.price === null ? row.code % 2 : row.code })),
  { minLength: 1, maxLength: 4, selector: ({ pzn }) => pzn },
);
export const anyImport: fc.Arbitrary<ImportData> = fc.record({
  caller: anyCaller,
  type: fc.constantFrom<ImportData['type']>('priceimport', 'negativeimport', 'expertimport'),
  rows: anyRows,
});
export const importFile: fc.Arbitrary<Step> = anyImport.map((data) => new Import(data));
