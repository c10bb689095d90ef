import type { z, ZodType } from 'zod';
import { answerStatuses } from './answer-status.ts';

/**
 * Who may make a call. The api turns this into its authorization, the permission test into its expectations.
 * - `public`: no token needed.
 * - `signedIn`: any verified token with at least one portal role (a customer from AT is refused everywhere).
 * - `staff`: solvena_admin or solvena_sales.
 * - `pharmacy`: staff, or a user whose roles name the pharmacy; the token in the path must be the pharmacy's.
 *   `write: true` also refuses mirrors (rules 1.9 and 8.2). `staffOnly` narrows it to staff. `withoutPilot` says who
 *   may still make the call when that pharmacy has no access to the pilot (rule 13.1, ADR 1).
 * - `service`: a service account of that kind; with `orStaff` staff too.
 */
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'signedIn' }
  | { kind: 'staff' }
  | { kind: 'pharmacy'; write?: boolean; staffOnly?: boolean; withoutPilot: WithoutPilot }
  | { kind: 'service'; role: 'till_sync' | 'pricing_engine'; orStaff?: boolean };

/**
 * At a pharmacy without access to the pilot: `everybody` where the answer itself says so, `staff` for reading, for what staff
 * upload and for clearing it away again, `nobody` for what edits the pharmacy's lists and settings.
 */
export type WithoutPilot = 'everybody' | 'staff' | 'nobody';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How a successful answer travels. Everything but `json` is written by the use case itself. */
export type AnswerKind = 'json' | 'negotiated' | 'binary';

/** Body limits in bytes: small by default, the large one for calls that carry whole lists (rule 13.4). */
export const BODY_LIMIT = { small: 100 * 1024, list: 32 * 1024 * 1024 } as const;

/**
 * Costly calls and how many of a kind one caller, and all callers of one network address together, may make within a minute.
 * Several times what people and programs do in a busy hour: a limit stops loops and abuse, not people at work.
 */
export const RATE_LIMITS = {
  /** Files that staff and pharmacies upload, up to 20 MB each. */
  upload: { perCaller: 120, perAddress: 1200 },
  /**
   * Deliveries of the pricing engine, which come by the thousand in one night; an instance takes in a few at once and answers 429
   * with `Retry-After` to the others (ADR 67).
   */
  intake: { perCaller: 6000, perAddress: 6000 },
  pdf: { perCaller: 60, perAddress: 600 },
  /** Files put together from stored rows. */
  file: { perCaller: 120, perAddress: 1200 },
  /** Exports over all pharmacies. */
  logExport: { perCaller: 30, perAddress: 300 },
  /** Saves, approvals and what else writes to lists: up to 100,000 rows each. */
  save: { perCaller: 300, perAddress: 3000 },
  /** Asked while somebody types. */
  search: { perCaller: 600, perAddress: 6000 },
  /** Reads that count or review many rows for one screen; a start page asks nine of them. */
  figures: { perCaller: 300, perAddress: 3000 },
  /** Links of mails, opened without signing in, by people and by mail systems for them. */
  link: { perCaller: 60, perAddress: 60 },
} as const;
export type RateClass = keyof typeof RATE_LIMITS;

export interface Endpoint {
  /** Operation id, also the name of the RTK Query endpoint. */
  readonly id: string;
  readonly summary: string;
  readonly method: HttpMethod;
  /** Express path, parameters as `:name`. */
  readonly path: string;
  readonly access: AccessRule;
  readonly params?: ZodType;
  readonly query?: ZodType;
  readonly body?: ZodType;
  /** Multipart instead of JSON: the name of the one file field; `body` then describes the text fields. */
  readonly upload?: string;
  /** What its calls are counted as; calls without it cost little and are not. */
  readonly rate?: RateClass;
  readonly bodyLimit?: keyof typeof BODY_LIMIT;
  /** The handler gets the JSON as bytes and has it validated elsewhere: reading 100,000 rows would hold the main loop up. */
  readonly bodyForm?: 'bytes';
  /** A GET that changes something, as the call table has it: HEAD, which must not, is refused. */
  readonly changesState?: true;
  readonly answer: ZodType;
  /** The values of the answer's `status` that mean success, where it declares one; `endpoint` reads them from the answer. */
  readonly statuses?: readonly string[] | undefined;
  readonly answerKind?: AnswerKind;
  /** Further media types of the same answer, e.g. the columnar form of a list. */
  readonly media?: Readonly<Record<string, ZodType>>;
}

/** Declares one endpoint; keeps the literal types of its parts. */
export function endpoint<const E extends Endpoint>(declaration: E): E & Pick<Endpoint, 'statuses'> {
  return { ...declaration, statuses: answerStatuses(declaration) };
}

/** The type of a part of an endpoint as the handler sees it after validation; undefined where it has none. */
type Part<E extends Endpoint, Name extends 'params' | 'query' | 'body'> = E extends {
  readonly [N in Name]: infer S extends ZodType;
}
  ? z.output<S>
  : undefined;
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'query'>;
export type BodyOf<E extends Endpoint> = Part<E, 'body'>;
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

/** What a declared part of an endpoint takes in, before validation; never for what is none. */
export type InputOf<Part> = Part extends ZodType ? z.input<Part> : never;
