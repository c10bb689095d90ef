import type { PriceListColumns } from '@portal/list-view';

export const ROWS = 50_000;

const WORDS = 'Ibuprofen Paracetamol Ätherisches Öl Salbe Tabletten Kapseln forte akut mono Größe Zink Vitamin'.split(
  ' ',
);

/** A price list of 50,000 rows, the same at every run; every twentieth value is missing, as in life. */
export function createColumns(): PriceListColumns {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(random() * limit);
  const fill = <Value>(make: (row: number) => Value): Value[] => Array.from({ length: ROWS }, (_, row) => make(row));
  const word = () => WORDS[below(WORDS.length)] as string;
  const price = () => fill(() => (random() < 0.05 ? null : 100 + below(9_000)));
  const cluster = () => fill(() => below(3) as 0 | 1 | 2);
  return {
    pzn: fill((row) => String(100_000 + row).padStart(8, '0')),
    name: fill(() => `${word()} ${word()} ${below(1_000_000)}`),
    content: fill(() => `${10 + below(90)} St`),
    producer: fill(() => `Hersteller ${below(300)}`),
    brand: fill(() => (random() < 0.3 ? null : `Marke ${below(900)}`)),
    normSize: fill(() => `N${1 + below(3)}`),
    atc: fill(() => 'M01AE01'),
    vatPercent: fill(() => null),
    peCluster: cluster(),
    vhCluster: cluster(),
    units: fill(() => below(200)),
    avp: price(),
    aep: price(),
    vhp: price(),
    priceMin: price(),
    priceAvg: price(),
    priceMax: price(),
    calculatedPrice: fill(() => 100 + below(9_000)),
    formerPrice: price(),
    ownPrice: fill(() => null),
    validTo: fill(() => null),
    date: fill(() => 1_762_300_800 - below(10_000_000)),
    priceType: fill(() => 0 as const),
  };
}
