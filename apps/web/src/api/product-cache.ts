import {
  blockOf,
  pathFor,
  type PriceListColumnsAnswer,
  type PricesAnswer,
  type ProductColumns,
  type ProductVersions,
} from '@portal/contracts';
import { productColumnNames } from '@portal/rules';
import { CALLS } from './calls.ts';

type Block = { readonly version: number; readonly products: ProductColumns };
/** Loads the JSON of an address; throws where it does not come. */
type Get = (url: string) => Promise<unknown>;

/** Beyond it loading the list with its products is quicker. */
const MOST_WITH_A_LIST = 3;

const BESIDE_PZN = productColumnNames().filter((name) => name !== 'pzn');

/** A cache or proxy may return anything. */
function areColumns(answer: unknown): answer is ProductColumns {
  if (typeof answer !== 'object' || answer === null) return false;
  const columns = productColumnNames().map((name) => (answer as Partial<Record<string, unknown>>)[name]);
  return columns.every((column) => Array.isArray(column) && column.length === (columns[0] as unknown[]).length);
}

/** Cached by this tab in blocks shared by all lists (ADR 73). */
export class ProductCache {
  readonly #blocks = new Map<string, Block>();
  #all = false;
  #filling: Promise<void> | undefined;
  #restoring: Promise<void> | undefined;
  #unread: (() => Promise<void>)[] = [];
  #reading: Promise<unknown> | undefined;

  /** Lists may be requested without their products. */
  get all(): boolean {
    return this.#all;
  }

  /** One by one, so that other calls get through. */
  fill(get: Get): Promise<void> {
    this.#filling ??= this.#fill(get).finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  /** The versions of the blocks that are there. */
  get versions(): ProductVersions {
    return Object.fromEntries([...this.#blocks].map(([block, { version }]) => [block, version]));
  }

  /**
   * A cached block tells that the others are likely cached too.
   * @param cached never asks the server
   */
  restore(versions: ProductVersions, cached: Get): Promise<void> {
    this.#restoring ??= this.#restore(versions, cached).catch(() => undefined); // the cache has been emptied
    return this.#restoring;
  }

  async #restore(versions: ProductVersions, cached: Get): Promise<void> {
    const [first, ...others] = this.#missing(versions).sort();
    if (first) await this.#fetch(cached, ...first);
    this.#unread = others.map((block) => () => this.#fetch(cached, ...block));
    this.#all = true;
  }

  /** Can run while a list is on its way. */
  async read(): Promise<void> {
    const unread = this.#unread;
    this.#unread = [];
    if (unread.length > 0) this.#reading = Promise.allSettled(unread.map((each) => each()));
    await this.#reading;
    this.#reading = undefined;
  }

  /** Undefined while blocks are being read. */
  isNear(versions: ProductVersions): boolean | undefined {
    return this.#reading ? undefined : this.#missing(versions).length <= MOST_WITH_A_LIST;
  }

  async #fill(get: Get): Promise<void> {
    await this.read();
    const { products } = (await get(pathFor(CALLS.getProductVersions))) as { products: ProductVersions };
    for (const [block, version] of this.#missing(products)) await this.#fetch(get, block, version);
    this.#all = true;
  }

  /**
   * Fetches up to three blocks.
   * @returns undefined where more has changed
   */
  async complete(list: PricesAnswer, get: Get): Promise<PriceListColumnsAnswer | undefined> {
    await this.read();
    if (!this.isNear(list.products)) return undefined;
    await Promise.all(this.#missing(list.products).map(([block, version]) => this.#fetch(get, block, version)));
    return this.join(list);
  }

  /** The same with the blocks that are there. */
  join({ products, columns, ...head }: PricesAnswer): PriceListColumnsAnswer | undefined {
    const found = this.#find(columns.pzn, products);
    return found && { ...head, columns: { ...found, ...columns } };
  }

  #missing(products: ProductVersions): [string, number][] {
    return Object.entries(products).filter(([block, version]) => this.#blocks.get(block)?.version !== version);
  }

  async #fetch(get: Get, block: string, version: number): Promise<void> {
    const url = pathFor(CALLS.getProductBlock, { block, version });
    const products = await get(url);
    if (!areColumns(products)) throw new Error(`${url}: no columns of products`);
    this.#blocks.set(block, { version, products });
  }

  /** Both are sorted by PZN. */
  #find(pzns: readonly string[], versions: ProductVersions): Omit<ProductColumns, 'pzn'> | undefined {
    const found = Object.fromEntries(BESIDE_PZN.map((column) => [column, [] as unknown[]]));
    let name = '';
    let block: Block | undefined;
    let at = 0;
    for (const pzn of pzns) {
      if (blockOf(pzn) !== name) {
        name = blockOf(pzn);
        block = this.#blocks.get(name);
        at = 0;
        if (block?.version !== versions[name]) return undefined;
      }
      if (block === undefined) return undefined;
      const { products } = block;
      while ((products.pzn[at] as string) < pzn) at += 1;
      if (products.pzn[at] !== pzn) return undefined;
      for (const column of BESIDE_PZN) found[column]?.push(products[column][at]);
    }
    return found as Omit<ProductColumns, 'pzn'>;
  }
}
