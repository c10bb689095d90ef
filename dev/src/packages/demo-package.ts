import { csvText, packageFile } from '@portal/list-view';
import {
  type BerlinDay,
  packageFileName,
  PRICE_TYPE_WORDS,
  type ProductGroup,
  pznCheckDigit,
  type UpdateKind,
} from '@portal/rules';
import { DEMO_MIRRORS } from '../demo/constants.ts';
import { createDataset } from '../demo/dataset.ts';
import type { DemoItem } from '../demo/lists.ts';
import { type DemoPackageItem, newProductItem, updateItem } from '../demo/package-items.ts';
import { createPharmacies } from '../demo/pharmacies.ts';
import type { DemoProduct } from '../demo/products.ts';
import { createRandom, type Random, sampleIndexes } from '../demo/random.ts';

export type DemoPackageOptions = {
  readonly kind: UpdateKind;
  /** ApoID or crmCompanyId of a demo pharmacy. */
  readonly pharmacy: number;
  readonly group: ProductGroup;
  /** 1 to 100,000; an MDP holds no more than the pharmacy's list. */
  readonly rows: number;
  /** The day in the file's name; other days give other prices. */
  readonly day: BerlinDay;
};

export type DemoPackageFile = { readonly fileName: string; readonly text: string; readonly rows: number };

/** What is wrong with what was asked for, in German. */
export class DemoPackageError extends Error {}

/**
 * A package of the demo world as the pricing engine would deliver it, by the rule of its name: an MDP with new prices of
 * listed products, a QDP with new products, an LZD with both. It fits the demo data as they were loaded, and the same
 * options give the same file.
 * @throws DemoPackageError for a pharmacy that gets no packages, or more rows than there can be
 */
export function createDemoPackage({ kind, pharmacy, group, rows, day }: DemoPackageOptions): DemoPackageFile {
  const { apoId, name } = findPharmacy(pharmacy);
  const random = createRandom(Date.UTC(day.year, day.month - 1, day.day) / 86_400_000 + apoId);
  const { listed, unlisted } = findList(apoId, group);
  if (kind === 'MDP' && rows > listed.length) {
    throw new DemoPackageError(
      `Ein Monatsupdate ändert nur gelistete Artikel; ${group} von ${apoId} hat ${listed.length}.`,
    );
  }
  const ofList = kind === 'QDP' ? 0 : Math.min(listed.length, kind === 'LZD' ? Math.ceil(rows * 0.97) : rows);
  const items = listed.slice(0, ofList).map((item) => updateItem(random, kind, item));
  for (const product of newProducts(unlisted, rows - ofList)) items.push(newProductItem(random, kind, product));
  const fileName = packageFileName(kind, { group, apoId, pharmacyName: name, day });
  return { fileName, text: textOf(kind, items, random), rows: items.length };
}

function findPharmacy(id: number) {
  const pharmacies = createPharmacies();
  const found = pharmacies.find(({ apoId }) => apoId === id) ?? pharmacies.find((each) => each.crmCompanyId === id);
  if (!found) throw new DemoPackageError(`Die Demoapotheke ${id} gibt es nicht.`);
  if (found.crmCompanyId in DEMO_MIRRORS) {
    throw new DemoPackageError(`${id} ist eine Spiegelapotheke; Pakete bekommt ihre Hauptapotheke.`);
  }
  return found;
}

function findList(apoId: number, group: ProductGroup): { listed: DemoItem[]; unlisted: DemoProduct[] } {
  // The day decides dates only, not what a list holds.
  const { products, lists } = createDataset(new Date(), 'full');
  for (const { version, items } of lists()) {
    if (version.apoId !== apoId || version.group !== group) continue;
    const pzns = new Set(items.map(({ product }) => product.pzn));
    return { listed: items, unlisted: products[group].filter(({ pzn }) => !pzns.has(pzn)) };
  }
  return { listed: [], unlisted: products[group] };
}

/** Products of the master that are not listed; where they do not suffice, further ones that are new to the portal. */
function* newProducts(unlisted: readonly DemoProduct[], count: number): Generator<DemoProduct> {
  let seven = FIRST_UNSEEN;
  for (let n = 0; n < count; n++) {
    const product = unlisted[n % unlisted.length] as DemoProduct;
    if (n < unlisted.length) {
      yield product;
      continue;
    }
    while (pznCheckDigit(String(seven)) === undefined) seven++;
    const pzn = `${seven}${pznCheckDigit(String(seven))}`;
    yield { ...product, pzn, content: `${Math.floor(n / unlisted.length) + 1} x ${product.content}` };
    seven++;
  }
}
/** Demo products have lower numbers. */
const FIRST_UNSEEN = 1_900_000;

function textOf(kind: UpdateKind, items: readonly DemoPackageItem[], random: Random): string {
  const column = <Value>(read: (item: DemoPackageItem) => Value) => items.map(read);
  const price = (read: (item: DemoPackageItem) => number | null) => (row: number) =>
    read(items[row] as DemoPackageItem);
  const elasticity = (code: number | null) => code as 0 | 1 | 2 | null;
  // As deliveries are: in no order that the portal could rely on.
  const order = sampleIndexes(random, items.length, items.length);
  return csvText(
    packageFile(
      kind,
      {
        columns: {
          pzn: column(({ product }) => product.pzn),
          name: column(({ product }) => product.name),
          content: column(({ product }) => product.content),
          producer: column(({ product }) => product.producer),
          brand: column(({ product }) => product.brand),
          normSize: column(({ product }) => product.normSize),
          atc: column(({ product }) => product.atc),
          peCluster: column(({ peCluster }) => elasticity(peCluster)),
          vhCluster: column(({ vhCluster }) => elasticity(vhCluster)),
          units: column(({ units }) => units),
        },
        cells: {
          checkReason: (row) => items[row]?.checkReason ?? '',
          avpOld: price(({ avpOld }) => avpOld),
          avp: price(({ avp }) => avp),
          formerCalculatedPrice: price(({ formerCalculatedPrice }) => formerCalculatedPrice),
          calculatedPrice: price(({ calculatedPrice }) => calculatedPrice),
          ravp: price(({ ravp }) => ravp),
          aep: price(({ aep }) => aep),
          vhp: price(({ vhp }) => vhp),
          ravpRegio: price(({ ravpRegio }) => ravpRegio),
          ravpNational: price(({ ravpNational }) => ravpNational),
        },
        type: () => PRICE_TYPE_WORDS[0],
      },
      order,
    ),
  );
}
