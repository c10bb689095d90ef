export type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

/** Calls of somebody who has a token. */
export async function callAs({ url }: { readonly url: string }, token: string): Promise<Call> {
  const xsrf = 'x'.repeat(43);
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Cookie: `XSRF-TOKEN=${xsrf}`,
        'X-XSRF-TOKEN': xsrf,
        ...(isForm || body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${bytes.toString().slice(0, 400)}`);
    const isJson = response.headers.get('content-type')?.includes('json');
    return isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : { bytes };
  };
}

/** @returns a service account's access token */
export async function programToken(issuer: string, clientId: string, secret = ''): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret });
  const response = await fetch(`${issuer}/protocol/openid-connect/token`, { method: 'POST', body });
  return ((await response.json()) as { access_token: string }).access_token;
}
