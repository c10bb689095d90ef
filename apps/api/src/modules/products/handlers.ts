import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import type { ColumnsSender } from '../../http/send-columns.ts';
import { readProductBlock, readProductVersions } from './read-products.ts';

/** ADR 73. */
export function productHandlers(
  { database: { pool } }: Pick<Deps, 'database'>,
  send: ColumnsSender,
): Handlers<'getProductBlock' | 'getProductVersions'> {
  return {
    getProductVersions: async () => ({ products: await readProductVersions(pool) }),

    getProductBlock: (call) => {
      const { block, version } = call.params;
      const answer = {
        key: `products.${block}.${version}`,
        immutable: true,
        build: () => readProductBlock(pool, block, version),
      };
      return send(call, async () => answer, ['rows']);
    },
  };
}
