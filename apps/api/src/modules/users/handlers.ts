import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { createConstant } from '../../http/send-constant.ts';
import { noteRights } from '../notices/index.ts';
import { readUserData } from './read-user-data.ts';

/** Runtime configuration and the signed-in user. */
export function userHandlers({ database, config, clock }: Deps): Handlers<'getConfig' | 'getUserData'> {
  return {
    getConfig: createConstant(() => ({
      timeZone: 'Europe/Berlin',
      kcUrl: config.identity.url,
      kcRealm: config.identity.realm,
      kcClientId: config.identity.clientId,
      baseUrl: config.baseUrl,
      environment: config.environment,
      links: { imprint: config.links.imprint, privacy: config.links.privacy, help: config.links.help },
      support: { DE: contactOf(config.support.DE), AT: contactOf(config.support.AT) },
    })),

    async getUserData({ caller }) {
      await noteRights({ database, clock }, caller);
      return readUserData(database, config, caller);
    },
  };
}

const contactOf = ({ phone, email }: { phone: string; email: string }) => ({ phone, email });
