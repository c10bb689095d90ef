import { type NextFunction, type Request, type Response, Router } from 'express';
import { errors, importJWK, jwtVerify } from 'jose';
import type Provider from 'oidc-provider';
import { profileClaims } from './claims.ts';
import { accountPage, messagePage } from './pages.ts';
import { API_AUDIENCE, isPortalAddress, PATHS } from './realm.ts';
import type { SigningKey } from './signing-key.ts';
import type { DemoUser } from './users.ts';

interface AccountOptions {
  provider: Provider;
  signingKey: SigningKey;
  users: ReadonlyMap<string, DemoUser>;
  portalOrigins: readonly string[];
}

/**
 * Who am I: `userinfo` and `account` as JSON for a bearer token, `account` as the page 'Mein Profil' for a browser.
 * A bearer token counts only while its session lives, so that both refuse after a sign-out.
 */
export function accountRoutes({ provider, signingKey, users, portalOrigins }: AccountOptions): Router {
  const router = Router();
  const publicKey = importJWK({ kty: signingKey.kty!, n: signingKey.n!, e: signingKey.e! }, 'RS256');

  async function userOfToken(req: Request): Promise<DemoUser | undefined> {
    const token = /^bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    try {
      const { payload } = await jwtVerify(token, await publicKey, {
        issuer: provider.issuer,
        audience: API_AUDIENCE,
        algorithms: ['RS256'],
      });
      const session = await provider.Session.findByUid(String(payload['sid']));
      return session?.accountId === payload.sub ? users.get(payload.sub ?? '') : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  async function userOfCookie(req: Request, res: Response): Promise<DemoUser | undefined> {
    const session = await provider.Session.get(provider.createContext(req, res));
    return users.get(session.accountId ?? '');
  }

  function refuse(res: Response): void {
    res.set('WWW-Authenticate', 'Bearer error="invalid_token"').status(401).json({ error: 'invalid_token' });
  }

  function allowPortal(req: Request, res: Response, next: NextFunction): void {
    const { origin } = req.headers;
    res.vary('Origin').set('Cache-Control', 'no-store');
    if (origin !== undefined && portalOrigins.includes(origin)) {
      res.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Headers': 'Authorization' });
    }
    if (req.method === 'OPTIONS') res.sendStatus(204);
    else next();
  }

  router.all([PATHS.userinfo, PATHS.account], allowPortal);

  router.all(PATHS.userinfo, async (req, res) => {
    const user = await userOfToken(req);
    if (user === undefined) return refuse(res);
    res.json({ sub: user.id, ...profileClaims(user) });
  });

  router.get(PATHS.account, async (req, res) => {
    if (req.accepts(['html', 'json']) === 'json') {
      const user = await userOfToken(req);
      return user === undefined ? refuse(res) : void res.json(keycloakProfile(user));
    }
    const referrer = req.query['referrer_uri'];
    const backHref =
      typeof referrer === 'string' && isPortalAddress(referrer, portalOrigins) ? referrer : `${portalOrigins[0]}/`;
    const user = await userOfCookie(req, res);
    if (user === undefined) {
      const text = 'Sie sind nicht angemeldet. Bitte melden Sie sich zuerst bei TruePrice an.';
      return void res
        .status(401)
        .type('html')
        .send(messagePage('Mein Profil', text, { href: backHref, label: 'Zu TruePrice' }));
    }
    res.type('html').send(accountPage(profileRows(user), backHref));
  });

  return router;
}

/** The shape keycloak-js calls KeycloakProfile. */
function keycloakProfile(user: DemoUser) {
  return {
    id: user.id,
    username: user.username,
    firstName: user.givenName,
    lastName: user.familyName,
    email: user.email,
    emailVerified: true,
    attributes: { country: [user.country], ...(user.title === undefined ? {} : { title: [user.title] }) },
  };
}

function profileRows(user: DemoUser): [string, string][] {
  const fullName = [user.title, user.givenName, user.familyName].filter((part) => part !== undefined).join(' ');
  return [
    ['Name', fullName],
    ['Benutzername', user.username],
    ['E-Mail', user.email],
    ['Land', user.country === 'DE' ? 'Deutschland' : 'Österreich'],
  ];
}
