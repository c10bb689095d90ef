import { ENDPOINTS } from '@portal/contracts';
import type { Deps } from '../../deps.ts';
import type { Mount } from '../../http/mount.ts';
import { readUserData } from './read-user-data.ts';

/** Runtime configuration and the signed-in user. */
export function mountUsers(mount: Mount, { database, config }: Deps): void {
  mount(ENDPOINTS.getConfig, () => ({
    timeZone: 'Europe/Berlin',
    kcUrl: config.identity.url,
    kcRealm: config.identity.realm,
    kcClientId: config.identity.clientId,
    baseUrl: config.baseUrl,
    environment: config.environment,
    links: { imprint: config.links.imprint, privacy: config.links.privacy, help: config.links.help },
  }));

  mount(ENDPOINTS.getUserData, ({ caller }) => readUserData(database, config, caller));
}
