import { Router, urlencoded } from 'express';
import type Provider from 'oidc-provider';
import type { CredentialCheck } from './credentials.ts';
import { loginPage } from './pages.ts';
import { PATHS } from './realm.ts';

const MESSAGES = {
  wrong: 'Benutzername oder Passwort ist falsch.',
  'too-many': 'Zu viele Versuche. Bitte warten Sie eine Minute.',
} as const;
// A wrong password is an ordinary answer of the form, as in Keycloak.
const STATUS = { wrong: 200, 'too-many': 429 } as const;

/**
 * The sign-in form and its answer. A form whose sign-in has expired or belongs to another browser raises the
 * provider's SessionNotFound.
 */
export function loginRoutes(provider: Provider, check: CredentialCheck): Router {
  const router = Router();
  const path = `${PATHS.login}/:uid`;

  router.use(PATHS.login, (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });

  router.get(path, async (req, res) => {
    const { params } = await provider.interactionDetails(req, res);
    const hint = params['login_hint'];
    res.type('html').send(loginPage(typeof hint === 'string' ? { username: hint } : {}));
  });

  router.post(path, urlencoded({ extended: false, limit: '4kb' }), async (req, res) => {
    await provider.interactionDetails(req, res);
    const body = (req.body ?? {}) as Record<string, unknown>;
    const username = String(body['username'] ?? '');
    const result = check(username, String(body['password'] ?? ''));
    if (result.outcome === 'ok') {
      const login = { accountId: result.user.id, amr: ['pwd'] };
      await provider.interactionFinished(req, res, { login }, { mergeWithLastSubmission: false });
      return;
    }
    res
      .status(STATUS[result.outcome])
      .type('html')
      .send(loginPage({ username, error: MESSAGES[result.outcome] }));
  });

  return router;
}
