import { ENDPOINTS } from '@portal/contracts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../auth/verifier.ts';
import type { Mount } from '../../http/mount.ts';
import { addMirror } from './add-mirror.ts';
import { removeMirror } from './remove-mirror.ts';
import { searchPharmacies } from './search-pharmacies.ts';

const OK = { status: 'OK' as const };

/** Mirror pharmacies, also called shadow pharmacies (rule 8.1). */
export function mountMirrors(mount: Mount, { database, clock }: Deps): void {
  mount(ENDPOINTS.searchPharmacies, ({ body, caller }) =>
    searchPharmacies(database.pool, { ...body, access: caller.access }),
  );

  mount(ENDPOINTS.addMirror, async ({ body, caller }) => {
    await addMirror({ database, clock }, { ...body, actor: actorOf(caller) });
    return OK;
  });

  mount(ENDPOINTS.removeMirror, async ({ params, caller }) => {
    const { apoId, shadowApoId } = params;
    await removeMirror({ database, clock }, { pharmacy: apoId, shadowPharmacy: shadowApoId, actor: actorOf(caller) });
    return OK;
  });
}

function actorOf({ subject, userName }: Caller) {
  return { subject, userName };
}
