import { isLocal } from '@portal/operate/intake/intake-settings.ts';
import type { Environment } from '@portal/operate/operate.ts';
import { DEMO_SERVICE_ACCOUNTS } from '../identity/users.ts';
import { portalPort } from '../ports.ts';

/** The settings of `pnpm intake`; for the portal of `npm start` on this machine none is needed. */
export function withDemoIntake(environment: Environment): Environment {
  const portal = environment.INTAKE_PORTAL || `http://localhost:${portalPort(environment.PORTAL_PORT)}`;
  const demo = DEMO_SERVICE_ACCOUNTS.find(({ realmRoles }) => realmRoles.includes('pricing_engine'));
  const { INTAKE_CLIENT_ID: clientId, INTAKE_CLIENT_SECRET: clientSecret } = environment;
  return {
    ...environment,
    INTAKE_PORTAL: portal,
    INTAKE_CLIENT_ID: clientId || (isLocal(portal) ? demo?.clientId : undefined),
    INTAKE_CLIENT_SECRET: clientSecret || (isLocal(portal) ? demo?.clientSecret : undefined),
  };
}
