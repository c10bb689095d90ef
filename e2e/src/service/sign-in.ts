import { createHash, randomBytes } from 'node:crypto';

type Realm = {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirect: string;
  /** Where an address of the provider is reached from here. */
  readonly reach?: (url: string) => string;
};

/**
 * Signs somebody in as the browser does, by code and PKCE, choosing a password when asked for one.
 * @returns an access token
 */
export async function signIn(
  { issuer, clientId, redirect, reach = (url) => url }: Realm,
  { username, password, next }: { username: string; password: string; next: string },
): Promise<string> {
  const verifier = randomBytes(48).toString('base64url');
  const cookies = new Map<string, string>();
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const ask = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(reach(url), {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, text]) => `${name}=${text}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', text = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, text);
    }
    return response;
  };
  let response = await ask(`${issuer}/protocol/openid-connect/auth?${query.toString()}`);
  for (let step = 0; step < 8; step += 1) {
    const target = response.headers.get('location');
    if (target?.startsWith(redirect)) return exchange(new URL(target).searchParams.get('code') ?? '');
    if (target) {
      response = await ask(target);
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    if (!action)
      throw new Error(`no form to sign in ${username}: ${page.replaceAll(/<[^>]*>|\s+/g, ' ').slice(0, 400)}`);
    const isNew = page.includes('password-new');
    response = await ask(
      action,
      isNew ? { 'password-new': next, 'password-confirm': next } : { username, password, credentialId: '' },
    );
  }
  throw new Error(`${username} was not signed in`);

  async function exchange(code: string): Promise<string> {
    const body = {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirect,
      code,
      code_verifier: verifier,
    };
    const answer = await ask(`${issuer}/protocol/openid-connect/token`, body);
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    if (!token) throw new Error(`no token for ${username}`);
    return token;
  }
}
