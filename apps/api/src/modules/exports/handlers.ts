import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { confirmTillFile } from './confirm-till-file.ts';
import { makeTillFile } from './make-till-file.ts';
import { readTillFiles } from './read-till-files.ts';
import { sendTillFile } from './send-till-file.ts';

export function exportHandlers({
  database,
  clock,
}: Deps): Handlers<'downloadTillFile' | 'getTillFiles' | 'getTillFile' | 'confirmTillFile'> {
  return {
    downloadTillFile: ({ pharmacy, body, caller }) =>
      makeTillFile({ database, clock }, pharmacy, { ...body, actor: actorOf(caller) }),

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
