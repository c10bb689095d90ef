import type { Endpoint, ENDPOINTS, EndpointName } from '@portal/contracts';
import type { Handler, Mount } from './mount.ts';

export type Handlers<Name extends EndpointName = EndpointName> = HandlersOf<Pick<typeof ENDPOINTS, Name>>;

type Table = Readonly<Record<string, Endpoint>>;
type HandlersOf<T extends Table> = { readonly [Name in keyof T]: Handler<T[Name]> };

/** Missing and superfluous handlers do not compile. Rule 13.1. */
export function implement<T extends Table, Given extends HandlersOf<T>>(
  table: T,
  handlers: Given & { readonly [Surplus in Exclude<keyof Given, keyof T>]: never },
  mount: Mount,
): void {
  for (const [name, endpoint] of Object.entries(table)) {
    mount(endpoint, (handlers as unknown as Record<string, Handler<Endpoint>>)[name] as Handler<Endpoint>);
  }
}
