import type { ZodType } from 'zod';

/**
 * Who may make a call. The api turns this into its guard, the permission test into its expectations.
 * - `public`: no token needed.
 * - `signedIn`: any verified token with at least one portal role (a customer from AT is refused everywhere).
 * - `staff`: solvena_admin or solvena_sales.
 * - `pharmacy`: staff, or a user whose roles name the pharmacy; the token in the path must be the pharmacy's.
 *   `write: true` also refuses mirrors (Specification 6, design 9). `staffOnly` narrows it to staff.
 * - `service`: a service account of that kind.
 */
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'signedIn' }
  | { kind: 'staff' }
  | { kind: 'pharmacy'; write?: boolean; staffOnly?: boolean }
  | { kind: 'service'; role: 'till_sync' | 'pricing_engine' };

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How a successful answer travels. Everything but `json` is written by the use case itself. */
export type AnswerKind = 'json' | 'negotiated' | 'binary';

/** Body limits in bytes: small by default, the large one for calls that carry whole lists (design 6). */
export const BODY_LIMIT = { small: 100 * 1024, list: 32 * 1024 * 1024 } as const;

export interface Endpoint<
  Params extends ZodType = ZodType,
  Query extends ZodType = ZodType,
  Body extends ZodType = ZodType,
  Answer extends ZodType = ZodType,
> {
  /** Operation id, also the name of the RTK Query endpoint. */
  readonly id: string;
  /** Row of the call table, e.g. H4. */
  readonly row: string;
  readonly summary: string;
  readonly method: HttpMethod;
  /** Express path, parameters as `:name`. */
  readonly path: string;
  readonly access: AccessRule;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly bodyLimit?: keyof typeof BODY_LIMIT;
  readonly answer: Answer;
  readonly answerKind?: AnswerKind;
  /** Further media types of the same answer, e.g. the columnar form of a list. */
  readonly media?: Readonly<Record<string, ZodType>>;
}

/** Declares one endpoint; keeps the literal types of its schemas. */
export function endpoint<
  Params extends ZodType,
  Query extends ZodType,
  Body extends ZodType,
  Answer extends ZodType,
>(declaration: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return declaration;
}

/** The type of a part of an endpoint as the handler sees it after validation. */
export type ParamsOf<E> = E extends Endpoint<infer P, ZodType, ZodType, ZodType> ? P['_output'] : never;
export type QueryOf<E> = E extends Endpoint<ZodType, infer Q, ZodType, ZodType> ? Q['_output'] : never;
export type BodyOf<E> = E extends Endpoint<ZodType, ZodType, infer B, ZodType> ? B['_output'] : never;
export type AnswerOf<E> = E extends Endpoint<ZodType, ZodType, ZodType, infer A> ? A['_output'] : never;

/** Fills the path of an endpoint with URL-encoded parameters. */
export function pathFor(declaration: { path: string }, params: Readonly<Record<string, string | number>> = {}): string {
  return declaration.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`path parameter ${name} is missing for ${declaration.path}`);
    return encodeURIComponent(String(value));
  });
}
