import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { previewUndo } from './preview-undo.ts';
import { undoSave } from './undo-save.ts';

/** Rule 11.9. */
export function undoHandlers({ database, clock }: Deps): Handlers<'previewUndo' | 'undoSave'> {
  return {
    previewUndo: ({ pharmacy, params, caller }) =>
      previewUndo({ database, clock }, { apoId: pharmacy.apoId, eventId: params.eventId, reader: caller }),

    async undoSave({ pharmacy, params, body, caller }) {
      const undo = { apoId: pharmacy.apoId, eventId: params.eventId, ...body, reader: caller, actor: actorOf(caller) };
      return { status: 'OK', ...(await undoSave({ database, clock }, undo)) };
    },
  };
}
