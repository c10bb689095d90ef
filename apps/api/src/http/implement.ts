import type { Endpoint, ENDPOINTS, EndpointName } from '@portal/contracts';
import type { Handler, Mount } from './mount.ts';

/** The handlers of these calls, by their names in the contract table. */
export type Handlers<Name extends EndpointName = EndpointName> = HandlersOf<Pick<typeof ENDPOINTS, Name>>;

type Table = Readonly<Record<string, Endpoint>>;
type HandlersOf<T extends Table> = { readonly [Name in keyof T]: Handler<T[Name]> };

/**
 * Gives each call of a table its handler and mounts them in the table's order. A call without a handler does not compile, nor
 * does a handler without a call; the second part says so for objects put together by `...`, where TypeScript looks for none (rule 13.1).
 */
export function implement<T extends Table, Given extends HandlersOf<T>>(
  table: T,
  handlers: Given & { readonly [Surplus in Exclude<keyof Given, keyof T>]: never },
  mount: Mount,
): void {
  for (const [name, endpoint] of Object.entries(table)) {
    mount(endpoint, (handlers as unknown as Record<string, Handler<Endpoint>>)[name] as Handler<Endpoint>);
  }
}
