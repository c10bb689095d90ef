import type { PdfRow } from '@portal/contracts';

const NAMES = [
  'BRONCHILAMED Ibuprofen Kinder 2 % Saft',
  'Größe-L-Bandage, hautfarben',
  'Zink 25 mg Tabletten',
  'Salbe',
];
const KINDS = ['Berechneter TruePrice', 'Eigener Preis', 'Dauerpreis'] as const;

/** Rows of an approved MDP; every name is another one, as on real lists. */
export function benchRows(count: number): PdfRow[] {
  return Array.from({ length: count }, (_, i) => ({
    pzn: String(i).padStart(8, '0'),
    name: `${NAMES[i % NAMES.length]} ${i}`,
    content: `${(i % 100) + 1} St`,
    ravp: `${i % 300},${String(i % 100).padStart(2, '0')} EUR`,
    price: `${(i * 7) % 300},${String((i * 3) % 100).padStart(2, '0')} EUR`,
    priceinfo: KINDS[i % KINDS.length] ?? null,
  }));
}
