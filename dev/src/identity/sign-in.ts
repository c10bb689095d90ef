import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { PATHS } from './realm.ts';

/** What the token endpoint answers; `expires_in` in seconds. */
export interface TokenSet {
  access_token: string;
  id_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

export interface SignInOptions {
  /** {url}/realms/{realm}, without a trailing slash. */
  issuerUrl: string;
  username: string;
  password: string;
  /** Any address of the portal. */
  redirectUri: string;
  clientId: string;
  /** Cookies of a browser to sign in with; a fresh browser by default. */
  browser?: FormBrowser;
}

/** Redirects followed before a sign-in counts as going round in circles. */
const MAX_REDIRECTS = 10;

/** Keeps cookies between requests and leaves redirects to the caller: as much of a browser as signing in needs. */
export class FormBrowser {
  readonly cookies = new Map<string, string>();

  /** One request; never follows a redirect. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0) {
      headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const separator = pair.indexOf('=');
    const name = pair.slice(0, separator).trim();
    const value = pair.slice(separator + 1).trim();
    const expires = attributes.map((text) => /^\s*expires=(.*)$/i.exec(text)?.[1]).find((text) => text !== undefined);
    const isOver = attributes.some((text) => /^\s*max-age=(0|-\d+)$/i.test(text));
    if (isOver || (expires !== undefined && Date.parse(expires) <= Date.now())) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/**
 * Signs a user in as the browser does (authorization code, PKCE S256, the sign-in form) and answers the tokens.
 *
 * @throws Error with the provider's answer: a refused password, an unknown client, a refused redirect address
 */
export async function obtainTokens(options: SignInOptions): Promise<TokenSet> {
  const { issuerUrl, clientId, redirectUri, browser = new FormBrowser() } = options;
  const verifier = randomBytes(48).toString('base64url');
  const state = randomUUID();
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    response_mode: 'fragment',
    scope: 'openid',
    state,
    nonce: randomUUID(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const callback = await authorize(browser, `${issuerUrl}${PATHS.authorization}?${query}`, options);
  const answer = new URLSearchParams(callback.hash.slice(1));
  const code = answer.get('code');
  if (code === null || answer.get('state') !== state) throw new Error(`Sign-in was refused: ${callback.hash}`);
  return requestTokens<TokenSet>(issuerUrl, {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
}

/**
 * Signs a service account in with its secret.
 *
 * @throws Error with the provider's answer when the secret is refused
 */
export async function obtainServiceToken(options: { issuerUrl: string; clientId: string; clientSecret: string }) {
  const { issuerUrl, clientId, clientSecret } = options;
  return requestTokens<Pick<TokenSet, 'access_token' | 'token_type' | 'expires_in'>>(issuerUrl, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
}

/** Goes from the authorization request through the form back to the portal's address with the code. */
async function authorize(browser: FormBrowser, start: string, options: SignInOptions): Promise<URL> {
  let url = start;
  let init: RequestInit = {};
  for (let step = 0; step < MAX_REDIRECTS; step += 1) {
    const response = await browser.request(url, init);
    const location = response.headers.get('location');
    const form = init.method === undefined && response.status === 200 ? await response.text() : undefined;
    init = {};
    if (location !== null) {
      const target = new URL(location, url);
      if (target.origin === new URL(options.redirectUri).origin) return target;
      url = target.href;
    } else if (form !== undefined) {
      const { username, password } = options;
      url = new URL(actionOf(form), url).href;
      init = { method: 'POST', body: new URLSearchParams({ username, password }) };
    } else {
      throw new Error(`Sign-in was refused with ${response.status}: ${messageOf(await response.text())}`);
    }
  }
  throw new Error(`Sign-in went round in circles, last at ${url}`);
}

async function requestTokens<T>(issuerUrl: string, form: Record<string, string>): Promise<T> {
  const response = await fetch(issuerUrl + PATHS.token, { method: 'POST', body: new URLSearchParams(form) });
  if (!response.ok) throw new Error(`The token was refused with ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Where a page's form goes: Keycloak names an address of its own, the embedded provider's goes back to the page. */
function actionOf(html: string): string {
  return (/<form[^>]*\saction="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
}

/** The error line of a page, else its whole text. */
function messageOf(html: string): string {
  return /role="alert">([^<]*)</.exec(html)?.[1] ?? html;
}
