import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { confirmTillFile } from './confirm-till-file.ts';
import { makeCorrectionFile, makeTillFile } from './make-till-file.ts';
import { readTillFiles } from './read-till-files.ts';
import { sendTillFile } from './send-till-file.ts';

export function exportHandlers({
  database,
  clock,
}: Deps): Handlers<'downloadTillFile' | 'getTillFiles' | 'getTillFile' | 'confirmTillFile'> {
  return {
    downloadTillFile({ pharmacy, body: { contents, productGroups, withdrawn }, caller }) {
      const wish = { productGroups, actor: actorOf(caller) };
      if (contents === 'corrections') return makeCorrectionFile({ database, clock }, pharmacy, wish);
      return makeTillFile({ database, clock }, pharmacy, { ...wish, contents, omits: withdrawn === 'omit' });
    },

    getTillFiles: ({ pharmacy }) => readTillFiles(database, pharmacy),

    getTillFile: ({ pharmacy, params, response }) =>
      sendTillFile(database.pool, pharmacy, { fileId: params.fileId, response }),

    async confirmTillFile({ pharmacy, params, body, caller }) {
      await confirmTillFile({ database, clock }, pharmacy, {
        fileId: params.fileId,
        ...body,
        actor: actorOf(caller),
      });
      return { status: 'OK' };
    },
  };
}
