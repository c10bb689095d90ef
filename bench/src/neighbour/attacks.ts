import { ENDPOINTS, type AccessRule, type Endpoint } from '@portal/contracts';
import type { Attack } from './attack.ts';
import { CASES } from './cases.ts';
import { approveOpen } from './furnish.ts';
import { CONNECTIONS, PEOPLE, WORDS } from './settings.ts';

/** Every call of the contract table for one person and for three of one pharmacy, then what a schema cannot tell. */
export function attacksOf(): Attack[] {
  const calls = Object.entries(ENDPOINTS as Record<string, Endpoint>).flatMap(([name, declaration]) =>
    PEOPLE.map(
      (people): Attack => ({
        name,
        people,
        isWriting: declaration.method !== 'GET',
        ...(takesBack(declaration) && { prepare: (world, apoId) => approveOpen(world, apoId) }),
        async squads({ known, tokenOf }) {
          const roles = rolesOf(declaration.access, known.apoId);
          const tokens = await Promise.all(Array.from({ length: people }, async () => (roles ? tokenOf(roles) : '')));
          return [{ call: name, tokens, connections: CONNECTIONS, known }];
        },
      }),
    ),
  );
  return [...CASES, ...calls].filter(({ name }) => WORDS.length === 0 || WORDS.some((word) => name.includes(word)));
}

/** Only what is approved can be taken back. */
const takesBack = ({ method, path }: Endpoint) => method === 'DELETE' && path.includes('/approve');

/** Who may make a call at that pharmacy with the fewest rights; undefined: everybody. */
function rolesOf(access: AccessRule, apoId: number): string[] | undefined {
  switch (access.kind) {
    case 'public':
      return undefined;
    case 'staff':
      return ['adminOnly' in access ? 'solvena_admin' : 'solvena_sales'];
    case 'service':
      return [access.role === 'till_sync' ? `till_sync_${apoId}` : access.role];
    case 'pharmacy':
      return [access.staffOnly ? 'solvena_sales' : `TP_admin_${apoId}`];
    case 'signedIn':
      return [`TP_admin_${apoId}`];
  }
}
