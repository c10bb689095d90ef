import { randomBytes } from 'node:crypto';
import { ROLE_PREFIX } from '@portal/rules';
import type { Representation } from './keycloak.ts';
import { accountCommand, RowRefusal, type Step, type Work } from './run.ts';
import { serviceClient } from './service-client.ts';

const COLUMNS = [
  { heading: 'Kundennummer', aliases: ['crmCompanyId', 'CRM-Nummer'], required: true },
  { heading: 'Kennung', aliases: ['clientId', 'Client'], required: false },
  { heading: 'Zugang', aliases: ['access'], required: false },
] as const;
/** Whose tokens the portal takes without a setting (PORTAL_IDENTITY_SERVICE_CLIENTS). */
const PREFIX = 'till-sync';
const RENEW = '--renew';

/** `pnpm tills FILE`: the accounts of tills (rule 1.13). */
export const setTills = accountCommand({
  name: 'tills',
  columns: COLUMNS,
  options: [RENEW],
  secretHeadings: ['Kundennummer', 'TILL_SYNC_CLIENT_ID', 'TILL_SYNC_CLIENT_SECRET'],
  keyOf: ([number = '', clientId = '']) => clientIdOf(number, clientId),
  plan: async ([number = '', given = '', access = ''], work) => {
    if (!work.apoIds.has(Number(number)))
      throw new RowRefusal(`Kundennummer: Das Portal kennt keine Apotheke ${number}; zuerst einspielen (pharmacies)`);
    const clientId = clientIdOf(number, given);
    if (!/^till-sync[\w.-]{0,80}$/.test(clientId)) throw new RowRefusal(`Kennung: beginnt mit ${PREFIX}`);
    const ends = access.toLowerCase() === 'nein';
    if (!ends && access !== '' && access.toLowerCase() !== 'ja') throw new RowRefusal('Zugang: ja oder nein');
    const client = await work.keycloak.findClient(clientId);
    if (ends) return end(client, work);
    return [...account(number, clientId, client, work), ...(await role(number, clientId, client, work))];
  },
});

function clientIdOf(number: string, given: string): string {
  return given || `${PREFIX}-${number}`;
}

function account(number: string, clientId: string, client: Representation | undefined, work: Work): Step[] {
  const { keycloak, settings, options, secrets } = work;
  const secret = randomBytes(32).toString('hex');
  const note = () => secrets.add([number, clientId, secret]);
  if (!client)
    return [
      {
        text: `neu als ${clientId}`,
        run: async () => {
          note();
          await keycloak.createClient(serviceClient(clientId, secret, settings.audience));
        },
      },
    ];
  if (options.has(RENEW))
    return [
      {
        text: 'neues Geheimnis, das bisherige gilt nicht mehr',
        run: async () => {
          note();
          await keycloak.updateClient({ ...client, enabled: true, secret });
        },
      },
    ];
  if (client.enabled === true) return [];
  return [{ text: 'wieder zugelassen', run: () => keycloak.updateClient({ ...client, enabled: true }) }];
}

/** That of this pharmacy and of no other. */
async function role(
  number: string,
  clientId: string,
  client: Representation | undefined,
  { keycloak }: Work,
): Promise<Step[]> {
  const wanted = `${ROLE_PREFIX.tillSync}${number}`;
  const accountOf = async () => {
    const found = client ?? (await keycloak.findClient(clientId));
    if (!found) throw new RowRefusal('Keycloak nennt das neue Konto nicht');
    return (await keycloak.serviceUser(found.id)).id;
  };
  const had = client ? (await keycloak.rolesOf(await accountOf())).realm : [];
  const others = had.filter((name) => name.startsWith(ROLE_PREFIX.tillSync) && name !== wanted);
  if (others.length > 0) throw new RowRefusal(`Kennung: ${clientId} gehört schon zu ${others.join(', ')}`);
  if (had.includes(wanted)) return [];
  return [{ text: `erhält ${wanted}`, run: async () => keycloak.give(await accountOf(), 'realm', wanted) }];
}

function end(client: Representation | undefined, { keycloak }: Work): Step[] {
  if (!client) throw new RowRefusal('Das Konto gibt es nicht');
  if (client.enabled !== true) return [];
  return [{ text: 'gesperrt', run: () => keycloak.updateClient({ ...client, enabled: false }) }];
}
