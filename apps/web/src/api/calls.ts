import { type Endpoint, ENDPOINTS, type HttpMethod, UPDATE_ENDPOINTS } from '@portal/contracts';

/** The endpoint whose types a call carries. */
export type EndpointOf<C extends Call> = NonNullable<C['endpoint']>;

/** `endpoint` carries types only and is never set. */
export type Call<E extends Endpoint = Endpoint> = {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly upload?: string | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly endpoint?: E | undefined;
};
type Calls<Table extends Readonly<Record<string, Endpoint>>> = { readonly [Name in keyof Table]: Call<Table[Name]> };

const callOf = ({ id, method, path, upload, statuses }: Endpoint): Call => ({ id, method, path, upload, statuses });

function callsOf<Table extends Readonly<Record<string, Endpoint>>>(table: Table): Calls<Table> {
  return Object.fromEntries(Object.entries(table).map(([name, each]) => [name, callOf(each)])) as Calls<Table>;
}

/** A build replaces this file by its values: no schema reaches the browser (`calls-plugin.ts`). */
export const CALLS = callsOf(ENDPOINTS);

/** The calls of each kind of package. */
export const UPDATE_CALLS = {
  MDP: callsOf(UPDATE_ENDPOINTS.MDP),
  QDP: callsOf(UPDATE_ENDPOINTS.QDP),
  LZD: callsOf(UPDATE_ENDPOINTS.LZD),
};
