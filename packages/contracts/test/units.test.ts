import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { ENDPOINTS, type EndpointName } from '../src/index.ts';

/** Specified calls, and those of tills and printed lists: euros with decimals (ADR 39). */
const IN_EUROS: ReadonlySet<EndpointName> = new Set([
  'getPriceHistory',
  ...([
    'getMdp',
    'getQdp',
    'getLzd',
    'approveMdp',
    'approveQdp',
    'approveLzd',
    'saveMdp',
    'saveQdp',
    'saveLzd',
  ] as const),
  'getPriceList',
  'savePriceList',
  'importPrices',
  'createPdf',
  'getTillPrices',
  'sendTillInventory',
]);
/** Figures with decimals that are no prices: percent, a ratio, millimetres. */
const NO_PRICES =
  /^(percent|floorPercent|than|to|priceToAvp|width|height|offset[XY]|scale[XY]|margin|diff\w+|deviation\w+)$/;

/** Members that hold numbers with decimals. */
function decimalsIn(node: unknown, name = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, const: constant, enum: values } = node as { type?: string | string[]; const?: unknown; enum?: unknown };
  const own = [type].flat().includes('number') && constant === undefined && values === undefined ? [name] : [];
  return [...own, ...Object.entries(node).flatMap(([key, value]) => decimalsIn(value, isMember(key) ? key : name))];
}
const isMember = (key: string) => !/^(\d+|properties|items|anyOf|allOf|oneOf|additionalProperties)$/.test(key);

test('calls that only the web uses have prices in cents', () => {
  const found = Object.entries(ENDPOINTS).flatMap(([name, endpoint]) => {
    const { body, answer } = endpoint as { body?: z.ZodType; answer?: z.ZodType };
    const decimals = [body, answer].flatMap((schema, at) =>
      schema instanceof z.ZodType
        ? decimalsIn(z.toJSONSchema(schema, { unrepresentable: 'any', io: at === 0 ? 'input' : 'output' }))
        : [],
    );
    return decimals.some((member) => !NO_PRICES.test(member)) ? [name] : [];
  });
  expect(found.toSorted()).toEqual([...IN_EUROS].toSorted());
});
