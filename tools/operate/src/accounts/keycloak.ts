import type { AccountSettings } from './settings.ts';

/** What Keycloak answers is kept as it is, so that a change sends back all of it. */
export type Representation = Readonly<Record<string, unknown>> & { readonly id: string };
type Role = { readonly id: string; readonly name: string };

/** Keycloak is out of reach, or refuses; the message is German. */
export class KeycloakRefusal extends Error {
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

const TIMEOUT_MS = 30_000;
/** Holds the roles TP_user_{n} and TP_admin_{n} (rule 1.4). */
const ROLES_CLIENT = 'trueprice';

export type Keycloak = Awaited<ReturnType<typeof connectKeycloak>>;

/**
 * Keycloak's administration, signed in.
 * @throws KeycloakRefusal
 */
export async function connectKeycloak({ url, realm, signIn }: AccountSettings) {
  const admin = `${url}/admin/realms/${encodeURIComponent(realm)}`;
  let token = await fetchToken(url, signIn);

  async function call(method: string, path: string, body?: unknown): Promise<Response> {
    const send = () =>
      reach(`${admin}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const first = await send();
    if (first.status !== 401) return first;
    token = await fetchToken(url, signIn); // it lives for a minute
    return send();
  }
  async function read<T>(path: string): Promise<T> {
    const response = await call('GET', path);
    if (!response.ok) throw await refusalOf(response, `GET ${path}`);
    return (await response.json()) as T;
  }
  async function change(method: string, path: string, body?: unknown): Promise<void> {
    const response = await call(method, path, body);
    if (!response.ok) throw await refusalOf(response, `${method} ${path}`);
  }
  const findClient = async (clientId: string): Promise<Representation | undefined> =>
    (await read<Representation[]>(`/clients?clientId=${encodeURIComponent(clientId)}`))[0];
  const holder = await findClient(ROLES_CLIENT);
  if (!holder) throw new KeycloakRefusal(`Keycloak: Im Realm ${realm} fehlt der Client ${ROLES_CLIENT}.`);
  const pharmacyRoles = `clients/${holder.id}`;

  /** The role, made where it is missing. */
  async function ensureRole(where: string, name: string): Promise<Role> {
    const path = `${where}/roles/${encodeURIComponent(name)}`;
    if ((await call('GET', path)).status === 404) await change('POST', `${where}/roles`, { name });
    return read<Role>(path);
  }

  return {
    findClient,
    read,
    findUser: async (username: string): Promise<Representation | undefined> =>
      (await read<Representation[]>(`/users?username=${encodeURIComponent(username)}&exact=true`))[0],
    createUser: (user: object) => change('POST', '/users', user),
    updateUser: (user: Representation) => change('PUT', `/users/${user.id}`, user),
    setPassword: (userId: string, credential: object) => change('PUT', `/users/${userId}/reset-password`, credential),
    endSessions: (userId: string) => change('POST', `/users/${userId}/logout`),
    createClient: (client: object) => change('POST', '/clients', client),
    updateClient: (client: Representation) => change('PUT', `/clients/${client.id}`, client),
    serviceUser: (clientUuid: string) => read<Representation>(`/clients/${clientUuid}/service-account-user`),

    /** Names of the realm's roles and of those of pharmacies that somebody was given. */
    async rolesOf(userId: string): Promise<{ realm: string[]; pharmacy: string[] }> {
      const names = async (kind: string) =>
        (await read<Role[]>(`/users/${userId}/role-mappings/${kind}`)).map(({ name }) => name);
      return { realm: await names('realm'), pharmacy: await names(pharmacyRoles) };
    },
    async give(userId: string, kind: 'realm' | 'pharmacy', name: string): Promise<void> {
      const role = await ensureRole(kind === 'realm' ? '' : `/${pharmacyRoles}`, name);
      await change('POST', `/users/${userId}/role-mappings/${kind === 'realm' ? 'realm' : pharmacyRoles}`, [role]);
    },
    async take(userId: string, kind: 'realm' | 'pharmacy', name: string): Promise<void> {
      const role = await ensureRole(kind === 'realm' ? '' : `/${pharmacyRoles}`, name);
      await change('DELETE', `/users/${userId}/role-mappings/${kind === 'realm' ? 'realm' : pharmacyRoles}`, [role]);
    },
    /** People with a role of a pharmacy who may sign in, the oldest account first. */
    async holdersOf(name: string): Promise<Representation[]> {
      const path = `/${pharmacyRoles}/roles/${encodeURIComponent(name)}`;
      if ((await call('GET', path)).status === 404) return [];
      const users = await read<Representation[]>(`${path}/users?max=1000`);
      return users
        .filter(({ enabled }) => enabled === true)
        .toSorted((a, b) => Number(a.createdTimestamp) - Number(b.createdTimestamp));
    },
  };
}

async function fetchToken(url: string, signIn: AccountSettings['signIn']): Promise<string> {
  const grant =
    'clientId' in signIn
      ? { grant_type: 'client_credentials', client_id: signIn.clientId, client_secret: signIn.clientSecret }
      : { grant_type: 'password', client_id: 'admin-cli', username: signIn.username, password: signIn.password };
  const path = `/realms/${encodeURIComponent(signIn.realm)}/protocol/openid-connect/token`;
  const response = await reach(`${url}${path}`, { method: 'POST', body: new URLSearchParams(grant) });
  const { access_token: token } = (await response.json().catch(() => ({}))) as { access_token?: string };
  if (response.ok && token) return token;
  throw new KeycloakRefusal(
    `Keycloak lehnt die Anmeldung der Verwaltung ab (${response.status}). Bitte KEYCLOAK_ADMIN_… und den Realm ${signIn.realm} prüfen.`,
    response.status,
  );
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    throw new KeycloakRefusal(`Keycloak antwortet nicht unter ${new URL(url).origin} (${cause?.code ?? message}).`);
  }
}

async function refusalOf(response: Response, what: string): Promise<KeycloakRefusal> {
  const said = (await response.json().catch(() => ({}))) as { errorMessage?: string; error?: string };
  const reason = said.errorMessage ?? said.error ?? '';
  return new KeycloakRefusal(`Keycloak: ${response.status} ${reason} (${what})`, response.status);
}
