import { Router, type Response } from 'express';
import { cspHash } from './pages.ts';
import { BROWSER_CLIENT_ID, type CookieNames, PATHS, REALM_PATH } from './realm.ts';

/** Answers 'supported' when the portal's page lets a frame of the provider use its cookies, else 'unsupported'. */
const COOKIE_SCRIPT = `
const { cookie, path } = document.body.dataset;
document.cookie = cookie + '=1; Path=' + path + '; SameSite=Lax';
const kept = document.cookie.split('; ').includes(cookie + '=1');
document.cookie = cookie + '=; Path=' + path + '; SameSite=Lax; Max-Age=0';
parent.postMessage(kept ? 'supported' : 'unsupported', '*');
`;

/**
 * keycloak-js sends '{client id} {session id}' every few seconds. Answers 'unchanged' while that session (or, for an
 * empty id, no one) is signed in, 'changed' after a sign-out or another sign-in, 'error' for a stranger.
 */
const STATUS_SCRIPT = `
const { cookie } = document.body.dataset;
const admitted = new Map();
function signedInSession() {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(cookie + '='));
  return entry === undefined ? '' : decodeURIComponent(entry.slice(cookie.length + 1));
}
async function isAdmitted(clientId, origin) {
  const query = new URLSearchParams({ client_id: clientId, origin });
  if (!admitted.has(String(query))) {
    const answer = await fetch('login-status-iframe.html/init?' + query);
    if (answer.status !== 204) return false;
    admitted.set(String(query), true);
  }
  return true;
}
addEventListener('message', async (event) => {
  if (event.source !== parent || typeof event.data !== 'string') return;
  const [clientId, sessionId, ...rest] = event.data.split(' ');
  if (sessionId === undefined || rest.length > 0) return;
  let answer = 'error';
  try {
    if (await isAdmitted(clientId, event.origin)) answer = signedInSession() === sessionId ? 'unchanged' : 'changed';
  } catch (error) {
    console.error(error);
  }
  event.source.postMessage(answer, event.origin);
});
`;

/** The two frames by which keycloak-js learns of a sign-out in another tab (rule 1.1, session check). */
export function sessionCheckRoutes(cookies: CookieNames, portalOrigins: readonly string[]): Router {
  const router = Router();

  router.get(PATHS.thirdPartyCookieFrame, (_req, res) => {
    sendFrame(res, COOKIE_SCRIPT, `data-cookie="${cookies.status}_probe" data-path="${REALM_PATH}"`, portalOrigins);
  });

  router.get(PATHS.loginStatusFrame, (_req, res) => {
    sendFrame(res, STATUS_SCRIPT, `data-cookie="${cookies.status}"`, portalOrigins);
  });

  router.get(`${PATHS.loginStatusFrame}/init`, (req, res) => {
    const { client_id: clientId, origin } = req.query;
    const isKnown = clientId === BROWSER_CLIENT_ID && typeof origin === 'string' && portalOrigins.includes(origin);
    res.set('Cache-Control', 'no-store').sendStatus(isKnown ? 204 : 403);
  });

  return router;
}

function sendFrame(res: Response, script: string, bodyAttributes: string, portalOrigins: readonly string[]): void {
  res.set({
    'Content-Security-Policy': `default-src 'none';script-src ${cspHash(script)};connect-src 'self';base-uri 'none';frame-ancestors ${portalOrigins.join(' ')}`,
    'Cache-Control': 'no-store',
  });
  res.type('html').send(`<!DOCTYPE html>
<html lang="de">
<head><meta charset="utf-8"><title>Sitzungsprüfung</title></head>
<body ${bodyAttributes}><script>${script}</script></body>
</html>`);
}
