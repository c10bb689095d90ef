import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { COLUMNS_MEDIA_TYPE, joinPieces, type LzdRow, UPDATE_WIRE_NAMES, type updateColumns } from '@portal/contracts';
import type { z } from 'zod';
import { seedList, testPzn } from '../support/seed.ts';
import { openStage, type Stage } from './approval-stage.ts';
import { seedUpdate } from './support.ts';

type Columns = z.infer<typeof updateColumns>;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

/** More than a piece holds, and not a multiple of it. */
const COUNT = 1_037;
const pzns = Array.from({ length: COUNT }, (_, at) => testPzn(at + 1));

/** Values that differ from row to row and from column to column, among them none, 0.10 and the largest price. */
const VARIED = `UPDATE price_update_item SET
    avp_old = (position % 89 + 1) / 10.0, avp = (position % 83 + 2) / 10.0, aep = (position % 79 + 1) / 7.0,
    vhp = CASE WHEN position % 5 > 0 THEN 3.99 + position END, ravp = (position % 71 + 1) / 3.0,
    ravp_regio = 99999.99 - position, ravp_national = CASE WHEN position % 3 = 0 THEN 0.01 + position END,
    true_price_old = CASE WHEN position % 2 = 0 THEN 4.50 + position END, pe_cluster = nullif(position % 4, 3), vh_cluster = position % 3,
    units = CASE WHEN position % 7 > 0 THEN position * 3 END,
    check_reason = CASE WHEN position % 9 = 0 THEN 'Grund "' || position::text || '"' END
  WHERE update_id = $1`;
const PRODUCTS = `UPDATE product SET content = '10 ' || pzn, brand = CASE WHEN pzn > $1 THEN 'Marke; ' || pzn END,
    norm_size = 'N2', atc = CASE WHEN pzn < $1 THEN 'N02BE01' END`;

const euros = (cents: number | null) => (cents === null ? null : cents / 100);
const PRICES = ['avpOld', 'avp', 'aep', 'vhp', 'ravp', 'ravpRegio', 'ravpNational'] as const;
const OWN = ['calculatedPrice', 'formerCalculatedPrice', 'ownPrice', 'draftOwnPrice'] as const;
const FLAGS = ['priceType', 'draftPermanent', 'draftExclusion'] as const;
const PLAIN = [
  'pzn',
  'name',
  'content',
  'producer',
  'brand',
  'normSize',
  'atc',
  'peCluster',
  'vhCluster',
  'units',
] as const;

/** What the specified row says of a product, as far as both forms say it. */
function specified(row: LzdRow & { avpNew?: number }, kind: string): Record<string, unknown> {
  const prices = kind === 'MDP' ? { avpOld: row.avpOld, avp: row.avpNew } : take(PRICES, (name) => row[name]);
  return {
    ...take(PLAIN, (name) => row[name]),
    ...prices,
    ...take([...OWN, ...FLAGS], (name) => row[UPDATE_WIRE_NAMES[name]]),
    inactive: row.inactive,
    ...(kind === 'LZD' ? { checkReason: row.checkReason } : {}),
  };
}

function byColumns(columns: Columns, at: number, kind: string): Record<string, unknown> {
  const shown = kind === 'MDP' ? (['avpOld', 'avp'] as const) : PRICES;
  return {
    ...take([...PLAIN, ...FLAGS], (name) => columns[name][at]),
    ...take([...shown, ...OWN], (name) => euros(columns[name][at] as number | null)),
    inactive: columns.inactive[at],
    ...(kind === 'LZD' ? { checkReason: columns.checkReason[at] } : {}),
  };
}

const take = <Name extends string>(names: readonly Name[], of: (name: Name) => unknown): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, of(name)]));

test.each(['MDP', 'QDP', 'LZD'] as const)(
  'the columns of a package say the same as its specified rows, open and approved: %s (rules 2.28 and 6.7)',
  async (kind) => {
    const { portal, pharmacy, owner, at } = stage;
    const { pool } = portal.database;
    await seedList(
      portal.database,
      pharmacy,
      'HILFSMITTEL',
      pzns
        .filter((_, each) => each % 4 < 3)
        .map((pzn, each) => {
          const type = (each % 4) as 0 | 1 | 2 | 3;
          return { pzn, type, ...(type > 1 ? { manual: '12.34' } : {}) };
        })
        .filter(({ pzn }) => !KNOWN.has(pzn)),
    );
    const id = await seedUpdate(
      portal.database,
      pharmacy,
      kind,
      pzns
        .filter((pzn) => !KNOWN.has(pzn))
        .map((pzn, each) => ({
          pzn,
          truePrice: (0.5 + each * 0.37).toFixed(2),
          inactive: each % 13 === 0,
          ...(each % 11 === 0 ? { draft: { price: (each + 1.05).toFixed(2), permanent: each % 2 === 0 } } : {}),
        })),
      { productGroup: 'HILFSMITTEL' },
    );
    await pool.query(VARIED, [id]);
    await pool.query(PRODUCTS, [pzns[500]]);
    const path = at(kind.toLowerCase(), id).replace('/OTC', '/HILFSMITTEL');
    const compare = async () => {
      const rows = await owner.get(path);
      expect(rows.status).toBe(200);
      const whole = await owner
        .get(path)
        .set('Accept', COLUMNS_MEDIA_TYPE)
        .buffer(true)
        .parse(asText as never);
      const answer = JSON.parse(whole.body as string);
      expect(answer.pieces.length).toBe(Math.ceil(rows.body.products.length / 500));
      const { columns } = joinPieces(answer) as unknown as { columns: Columns };
      const expected = (rows.body.products as LzdRow[]).map((row) => specified(row, kind));
      expect(columns.pzn.map((_, each) => byColumns(columns, each, kind))).toEqual(expected);
      const { products: _, ...head } = rows.body;
      expect(answer).toMatchObject(head);
      return expected;
    };
    const open = await compare();
    expect(new Set(open.map((row) => row.priceType)).size).toBe(4);
    const { status } = await owner.put(path.replace('/price/', '/price/approve/'), { products: [] });
    expect(status).toBe(200);
    await compare();
  },
);

/** Products of the stage are on its lists of other groups. */
const KNOWN = new Set(pzns.slice(0, 7));

const asText = (response: NodeJS.ReadableStream, done: (error: Error | null, text: string) => void) => {
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(part));
  response.on('end', () => done(null, Buffer.concat(parts).toString()));
};
