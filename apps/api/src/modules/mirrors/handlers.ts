import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { actorOf } from '../history-writing/index.ts';
import { addMirror } from './add-mirror.ts';
import { removeMirror } from './remove-mirror.ts';
import { searchPharmacies } from './search-pharmacies.ts';

const OK = { status: 'OK' } as const;

/** Mirror pharmacies, also called shadow pharmacies (rule 8.1). */
export function mirrorHandlers({ database, clock }: Deps): Handlers<'searchPharmacies' | 'addMirror' | 'removeMirror'> {
  return {
    searchPharmacies: ({ body, caller }) => searchPharmacies(database.pool, { ...body, access: caller.access }),

    async addMirror({ body, caller }) {
      await addMirror({ database, clock }, { ...body, actor: actorOf(caller) });
      return OK;
    },

    async removeMirror({ params, caller }) {
      const { apoId, shadowApoId } = params;
      await removeMirror({ database, clock }, { pharmacy: apoId, shadowPharmacy: shadowApoId, actor: actorOf(caller) });
      return OK;
    },
  };
}
