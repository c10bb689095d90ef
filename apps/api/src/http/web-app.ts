import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type RequestHandler, type Response, type Router } from 'express';
import staticWithCompressed from 'express-static-gzip';
import { isShelfPage } from '@portal/rules';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { methodNotAllowed } from './errors.ts';
import { serveReleases } from './web-releases.ts';

const NONCE_MARK = '__CSP_NONCE__';

/** Refused, but the camera on the page that reads codes (rule 21.6). */
const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'serial', 'display-capture'];

/**
 * Scripts from the portal only; styles need the nonce; style attributes are refused (scripts may set `style`).
 * Rules 2.20, 13.9 and 21.6.
 */
export function securityHeaders(config: Config): RequestHandler {
  const identity = new URL(config.identity.url).origin;
  const customerCentre = new URL(config.customerCentre.url).origin;
  const headersOf = (readsCodes: boolean): RequestHandler => {
    const allowed = (name: string) => (readsCodes && name === 'camera' ? 'self' : '');
    const permissions = PERMISSIONS.map((name) => `${name}=(${allowed(name)})`).join(', ');
    const setOthers = helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'", ...(readsCodes ? ["'wasm-unsafe-eval'"] : [])],
          styleSrcElem: ["'self'", (_request, response) => `'nonce-${(response as Response).locals.nonce}'`],
          styleSrcAttr: ["'none'"],
          imgSrc: ["'self'", 'data:', customerCentre],
          fontSrc: ["'self'"],
          connectSrc: ["'self'", identity],
          frameSrc: ["'self'", identity],
          workerSrc: ["'self'"],
          manifestSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'self'"],
          objectSrc: ["'none'"],
        },
      },
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: new URL(config.baseUrl).protocol === 'https:',
    });
    return (request, response, next) => {
      response.locals.nonce = randomBytes(16).toString('base64');
      response.setHeader('Permissions-Policy', permissions);
      setOthers(request, response, next);
    };
  };
  const [usual, ofShelf] = [headersOf(false), headersOf(true)];
  return (request, response, next) => (isShelfPage(request.path) ? ofShelf : usual)(request, response, next);
}

/**
 * Hashed files for ever, the page revalidated.
 * @param web.issueCookie before the page only
 */
export function serveWebApp(
  router: Router,
  { dist, releases, issueCookie }: { dist: string; releases?: string | undefined; issueCookie: RequestHandler },
): void {
  router.use('/assets', serveAssets(join(dist, 'assets')));
  if (releases) router.use('/assets', serveReleases(releases, serveAssets));
  // 404, not the page: a browser would run HTML as script.
  router.use('/assets', (_request, response) => void response.status(404).type('text/plain').send('404'));
  const page: RequestHandler = async (_request, response) => {
    const text = await readFile(join(dist, 'index.html'), 'utf8');
    response
      // 'no-store' would prevent the back/forward cache (ADR 29).
      .set('Cache-Control', 'private, no-cache')
      .type('html')
      .send(text.replaceAll(NONCE_MARK, String(response.locals.nonce)));
  };
  router.get('/index.html', issueCookie, page);
  router.use(express.static(dist, { index: false, redirect: false, acceptRanges: false, setHeaders: cacheByName }));
  router.get('/{*path}', issueCookie, page);
  router.all('/{*path}', (request, response) => {
    if (request.method !== 'OPTIONS') throw methodNotAllowed(PAGE_METHODS);
    response.status(204).set('Allow', PAGE_METHODS.join(', ')).end();
  });
}

function serveAssets(folder: string): RequestHandler {
  return staticWithCompressed(folder, {
    // what the build has compressed lies beside it (apps/web/precompress-plugin.ts)
    enableBrotli: true,
    orderPreference: ['br'],
    index: false,
    serveStatic: { immutable: true, maxAge: '1y', acceptRanges: false, setHeaders: cacheByName },
  });
}

/** The pages are only read. */
const PAGE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Named by content (translations-plugin.ts). */
function cacheByName(response: { setHeader(name: string, value: string): void }, path: string): void {
  if (!/-[\w-]{8}\.\w+(\.br)?$|[\\/]i18n[\\/][0-9a-f]{16}[\\/]/.test(path))
    response.setHeader('Cache-Control', 'no-cache');
}
