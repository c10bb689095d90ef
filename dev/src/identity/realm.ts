/** Name of the realm, as the portal's configuration call tells the browser (kcRealm). */
export const REALM = 'preisportal';
/** Where the realm lives below the provider's address. */
export const REALM_PATH = `/realms/${REALM}`;
/** The browser's client: public, so PKCE is what protects its codes. */
export const BROWSER_CLIENT_ID = 'portal-web';
/** Audience of every access token: the portal's api. */
export const API_AUDIENCE = 'portal-api';

const PROTOCOL = '/protocol/openid-connect';

/** Keycloak's paths below the realm. */
export const PATHS = {
  authorization: `${PROTOCOL}/auth`,
  token: `${PROTOCOL}/token`,
  jwks: `${PROTOCOL}/certs`,
  end_session: `${PROTOCOL}/logout`,
  userinfo: `${PROTOCOL}/userinfo`,
  loginStatusFrame: `${PROTOCOL}/login-status-iframe.html`,
  thirdPartyCookieFrame: `${PROTOCOL}/3p-cookies/step1.html`,
  account: '/account',
  login: '/login-actions/authenticate',
} as const;

/**
 * Cookie names carry the port, because cookies of one host are shared by all its ports: two portals on one machine
 * would sign each other out.
 */
export function cookieNames(port: number) {
  return {
    session: `idp_${port}_session`,
    interaction: `idp_${port}_interaction`,
    resume: `idp_${port}_resume`,
    /** Readable by the session-check frame; holds the session's id, which is worth nothing on its own. */
    status: `idp_${port}_status`,
  };
}

export type CookieNames = ReturnType<typeof cookieNames>;

/** True for any address below one of the portal's origins; these are the redirect addresses of the browser client. */
export function isPortalAddress(address: string, portalOrigins: readonly string[]): boolean {
  const url = URL.parse(address);
  return url !== null && url.username === '' && url.password === '' && portalOrigins.includes(url.origin);
}
