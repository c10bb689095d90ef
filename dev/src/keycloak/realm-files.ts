import { fileURLToPath } from 'node:url';
import { DEMO_SERVICE_ACCOUNTS, DEMO_USERS } from '../identity/users.ts';
import { keycloakRealm } from './realm.ts';

const FOLDER = fileURLToPath(new URL('../../../docker/keycloak/', import.meta.url));
const ACCESS_TOKEN_SECONDS = 5 * 60;

/** The realms that docker-compose.yml has Keycloak import, with the files they lie in. */
export const REALM_FILES = [
  {
    path: `${FOLDER}development/preisportal-realm.json`,
    realm: keycloakRealm({
      portalOrigins: ['http://localhost:3000'],
      users: DEMO_USERS,
      serviceAccounts: DEMO_SERVICE_ACCOUNTS,
      accessTokenSeconds: ACCESS_TOKEN_SECONDS,
      sslRequired: 'none',
    }),
  },
  {
    path: `${FOLDER}production/preisportal-realm.json`,
    realm: keycloakRealm({
      portalOrigins: ['${PORTAL_BASE_URL}'],
      // People and the accounts of tills are entered by the operator (docs/docker.md).
      users: [],
      serviceAccounts: [
        {
          id: 'f1f3b1de-6a0e-4c8e-8b0f-0d2f4c7a2002',
          clientId: 'pricing-engine',
          clientSecret: '${PORTAL_PRICING_ENGINE_SECRET}',
          realmRoles: ['pricing_engine'],
        },
        {
          id: 'f1f3b1de-6a0e-4c8e-8b0f-0d2f4c7a2003',
          clientId: 'customer-centre',
          clientSecret: '${PORTAL_CUSTOMER_CENTRE_SECRET}',
          realmRoles: ['customer_centre'],
        },
      ],
      accessTokenSeconds: ACCESS_TOKEN_SECONDS,
      sslRequired: 'external',
      passwordPolicy: 'length(12) and notUsername(undefined) and notEmail(undefined)',
    }),
  },
];

/** How the files are written. */
export function printRealm(realm: (typeof REALM_FILES)[number]['realm']): string {
  return `${JSON.stringify(realm, null, 2)}\n`;
}
