import type { z, ZodType } from 'zod';
import { answerStatuses } from './answer-status.ts';
import type { CostClass } from './cost.ts';

/**
 * Rules 1.9, 8.2 and 13.1.
 * - `signedIn`: any portal role
 * - `staff`: admin or sales; `adminOnly` (rule 23.13)
 * - `pharmacy`: staff, or a role for it; `write` refuses mirrors
 * - `service`: a service account
 */
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'signedIn' }
  | { kind: 'staff'; adminOnly?: true }
  | { kind: 'pharmacy'; write?: boolean; staffOnly?: boolean; withoutPilot: WithoutPilot }
  | {
      kind: 'service';
      role: 'till_sync' | 'pricing_engine' | 'customer_centre';
      orStaff?: boolean;
      withoutPilot?: 'nobody';
    };

/** At a pharmacy without access to the pilot (ADR 1). */
export type WithoutPilot = 'everybody' | 'staff' | 'nobody';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type AnswerKind = 'json' | 'negotiated' | 'binary';

/** Bytes (rule 13.4). */
export const BODY_LIMIT = { small: 100 * 1024, list: 32 * 1024 * 1024, till: 20 * 1024 * 1024 } as const;

export interface Endpoint {
  /** Operation id and RTK Query endpoint. */
  readonly id: string;
  readonly summary: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly access: AccessRule;
  readonly params?: ZodType;
  readonly query?: ZodType;
  readonly body?: ZodType;
  /** The file field of a multipart body; `body` has its text fields. */
  readonly upload?: string;
  /** Rates, places and waits follow from it (rule 13.17). */
  readonly cost: CostClass;
  readonly bodyLimit?: keyof typeof BODY_LIMIT;
  /** `bytes`: 100,000 rows would block the main loop; `file`: a text file as well. */
  readonly bodyForm?: 'bytes' | 'file';
  /** A GET that changes state: HEAD is refused. */
  readonly changesState?: true;
  readonly answer: ZodType;
  readonly statuses?: readonly string[] | undefined;
  readonly answerKind?: AnswerKind;
  readonly media?: Readonly<Record<string, ZodType>>;
}

export function endpoint<const E extends Endpoint>(declaration: E): E & Pick<Endpoint, 'statuses'> {
  return { ...declaration, statuses: answerStatuses(declaration) };
}

type Part<E extends Endpoint, Name extends 'params' | 'query' | 'body'> = E extends {
  readonly [N in Name]: infer S extends ZodType;
}
  ? z.output<S>
  : undefined;
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'query'>;
/** Never, where JSON would change it (rule 13.16). */
export type BodyOf<E extends Endpoint> = [NoJson<Part<E, 'body'>>] extends [never] ? Part<E, 'body'> : never;
type NoJson<Value> = Value extends string | number | boolean | null | undefined
  ? never
  : Value extends readonly (infer Item)[]
    ? NoJson<Item>
    : Value extends Date | bigint | symbol | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
      ? Value
      : { [Key in keyof Value]-?: NoJson<Value[Key]> }[keyof Value];
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

/** Input before validation; never for an absent part. */
export type InputOf<Part> = Part extends ZodType ? z.input<Part> : never;
