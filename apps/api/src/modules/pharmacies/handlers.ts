import { PRODUCT_GROUPS } from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import type { ColumnsSender } from '../../http/send-columns.ts';
import { sendJson } from '../../http/send-json.ts';
import { createPieces } from './pieces.ts';
import { readDashboard } from './read-dashboard.ts';
import { groupMirrors, readOwnPharmacies } from './read-pharmacies.ts';
import type { Board } from './staff-board.ts';

const [HEAD, TAIL] = [Buffer.from('{"pharmacies":['), Buffer.from(']}')] as const;

/** Pharmacy list, dashboard and the groups of a pharmacy. */
export function pharmacyHandlers(
  { database, clock }: Deps,
  send: ColumnsSender,
  readBoard: () => Promise<Board>,
): Handlers<'listPharmacies' | 'getDashboard' | 'getProductGroupInfo'> {
  const inPieces = createPieces();
  return {
    async listPharmacies({ caller, request, response }) {
      if (!caller.access.staff) {
        return sendJson(response, { pharmacies: groupMirrors(await readOwnPharmacies(database.pool, caller.access)) });
      }
      const read = async () => {
        const { key, pharmacies } = await readBoard();
        const build = async () => Buffer.concat([HEAD, ...inPieces(pharmacies), TAIL]);
        return { key: `pharmacies.${key}`, build };
      };
      await send<'rows'>({ request, response }, read, ['rows']);
    },

    getDashboard: ({ pharmacy, caller }) => readDashboard({ database, clock }, pharmacy, caller),

    async getProductGroupInfo({ pharmacy }) {
      const rows = await database.prisma.listVersion.findMany({ where: { apoId: pharmacy.listApoId } });
      const data = PRODUCT_GROUPS.flatMap((productGroup) => {
        const row = rows.find((candidate) => candidate.productGroup === productGroup);
        if (!row || row.itemCount + row.negativeCount === 0) return [];
        return [{ productGroup, count: row.itemCount, negative: row.negativeCount }];
      });
      return { status: 'OK', data };
    },
  };
}
