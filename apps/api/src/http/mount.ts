import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@portal/contracts';
import { bodyBounds, type Cost, COSTS, REASON } from '@portal/contracts';
import type { Request, Response, Router } from 'express';
import { authorize } from '../auth/authorize.ts';
import type { PharmacyContext } from '../auth/pharmacy-access.ts';
import type { Caller } from '../auth/verifier.ts';
import type { Queryable } from '../db/database.ts';
import { type BodyShare, createBodyMemory } from '../limits/body-memory.ts';
import { type CallContext, runInCall } from '../limits/call-context.ts';
import type { CallSlots } from '../limits/call-slots.ts';
import { LOWEST_RATE, type LowestRate, withLowestRate } from '../limits/lowest-rate.ts';
import { OUTSIDE, type SlotHolder } from '../limits/semaphore.ts';
import { TEXT } from '../texts/de.ts';
import { methodNotAllowed, PortalError } from './errors.ts';
import { countRefusals, type Identify } from './identify.ts';
import { parseAnyBody } from './large-bodies.ts';
import { bodyForm, validate } from './parse-body.ts';
import { type Counted, networkOf, type RateLimits } from './rate-limit.ts';
import { discardRest, readBody, readTextFile, type ScannedBody, type TextFile } from './read-body.ts';
import { methodsAt } from './unmatched.ts';
import { discardUpload, receiveUpload, type UploadedFile } from './upload.ts';
import { sendJson } from './send-json.ts';
import { requireXsrf } from './xsrf.ts';

type CallerFor<E extends Endpoint> = E['access'] extends { kind: 'public' } ? undefined : Caller;
type PharmacyFor<E extends Endpoint> = E['access'] extends { kind: 'pharmacy' } ? PharmacyContext : undefined;

/** Validated, and the caller authorized. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: E extends { readonly bodyForm: 'bytes' }
    ? ScannedBody
    : E extends { readonly bodyForm: 'file' }
      ? BodyOf<E> | TextFile
      : BodyOf<E>;
  caller: CallerFor<E>;
  pharmacy: PharmacyFor<E>;
  /** Removed once the call is answered. */
  file: E extends { readonly upload: string } ? UploadedFile : undefined;
  request: Request;
  response: Response;
  /** Whose share the call takes. */
  holder: SlotHolder;
  /** Aborted when the client leaves before it has its answer. */
  signal: AbortSignal;
};

/** A negotiated or binary answer is written by the handler. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => E extends { readonly answerKind: 'negotiated' | 'binary' } ? Promise<void> : Promise<AnswerOf<E>> | AnswerOf<E>;

export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/**
 * Caller, rate, path and query, XSRF, right, body, slot, handler, answer, in this order. Rules 13.1, 13.2, 13.8 and 13.17.
 * @param deps.table for `Allow` of refused methods
 */
export function createMount(
  router: Router,
  deps: {
    identify: Identify;
    db: Queryable;
    limits: RateLimits;
    slots: CallSlots;
    table: readonly Endpoint[];
    lowestRate?: LowestRate | undefined;
  },
): Mount {
  const memory = createBodyMemory();
  const { limits, slots, lowestRate = LOWEST_RATE } = deps;
  return (endpoint, handler) => {
    const validateBody = bodyValidator(endpoint);
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    router[method](endpoint.path, async (request, response) => {
      Object.assign(request, { operation: endpoint.id, cost: endpoint.cost });
      // Express runs GET for HEAD, and parameter paths match literal ones.
      const methods = methodsAt(deps.table, request);
      if (!methods.includes(request.method)) throw methodNotAllowed(methods);
      try {
        await countRefusals(limits, request, (who) => answer(request, response, who));
      } catch (error) {
        await discardRest(request);
        // What still comes is not read.
        if (!request.complete && !response.headersSent) response.set('Connection', 'close');
        throw error;
      }
    });

    async function answer(request: Request, response: Response, who: Counted): Promise<void> {
      const caller = await deps.identify(endpoint, request, who);
      who.pharmacy = pharmacyOf(caller);
      await limits.count(endpoint.cost, who);
      const params = validate(endpoint.params, request.params, 400);
      const writes = endpoint.method !== 'GET';
      // Service accounts have no browser; staff have one.
      if (writes && caller && (endpoint.access.kind !== 'service' || caller.access.staff)) requireXsrf(request);
      const signal = closeSignal(response);
      const call: CallContext = { holder: { person: personOf(who), pharmacy: who.pharmacy }, signal };
      try {
        await runInCall(call, () => work(request, response, { who, call, signal, caller, params }));
      } catch (error) {
        // Cancelled with its caller: not a failure.
        throw signal.aborted ? signal.reason : error;
      }
    }

    async function work(
      request: Request,
      response: Response,
      { who, call, signal, caller, params }: Identified,
    ): Promise<void> {
      const named = (params ?? {}) as Record<string, unknown>;
      const authorized = await authorize(deps.db, endpoint.access, caller, named);
      call.holder = holderOf(endpoint, call.holder, authorized.pharmacy?.crmCompanyId, named);
      const { holder } = call;
      who.pharmacy = holder.pharmacy;
      await limits.countPharmacy(endpoint.cost, holder.pharmacy);
      const query = validate(endpoint.query, request.query, 400);
      const share = memory.share(holder);
      let received = () => {};
      try {
        received = await slots.receive(endpoint.cost, holder, signal);
        const { file, body } = await withLowestRate(request, lowestRate, () => receive(request, response, share));
        call.slot = await slots.enter(endpoint.cost, holder, signal);
        response.set('Cache-Control', endpoint.access.kind === 'public' ? 'no-store' : 'private, no-store');
        const given = { params, query, body, ...authorized, file, request, response, holder, signal };
        const result: unknown = await Promise.resolve(handler(given as unknown as Parameters<typeof handler>[0]));
        if (!response.headersSent && endpoint.answerKind === undefined) await sendJson(response, result);
      } finally {
        call.slot?.release();
        call.releaseBody?.();
        received();
        share.giveBack();
        if (endpoint.upload) await discardUpload(request);
      }
    }

    async function receive(request: Request, response: Response, share: BodyShare) {
      const file = endpoint.upload ? await receiveUpload(endpoint.upload, request, response) : undefined;
      const body = file ? validate(endpoint.body, { ...request.body }) : await validateBody(request, share);
      return { file, body };
    }
  };
}

type Identified = {
  readonly who: Counted;
  readonly call: CallContext;
  readonly signal: AbortSignal;
  readonly caller: Caller | undefined;
  readonly params: unknown;
};

/** Who has no token is his address. */
function personOf({ subject, address = '' }: Counted): string {
  return subject ?? networkOf(address);
}

/** Where the call names none; staff and service accounts have none. */
function pharmacyOf(caller: Caller | undefined): number | undefined {
  if (!caller) return undefined;
  const { staff, pricingEngine, customerCentre, pharmacyCrmIds } = caller.access;
  return staff || pricingEngine || customerCentre ? undefined : (pharmacyCrmIds[0] ?? OUTSIDE);
}

/** A service account is one person at each pharmacy that it acts for. */
function holderOf(
  { cost }: Endpoint,
  { person, pharmacy }: SlotHolder,
  named: number | undefined,
  { crmCompanyId }: Readonly<Record<string, unknown>>,
): SlotHolder {
  const { service }: Cost = COSTS[cost];
  if (service && typeof crmCompanyId === 'number') {
    return { person: `${person} ${crmCompanyId}`, pharmacy: crmCompanyId };
  }
  return { person, pharmacy: named ?? pharmacy };
}

/** Aborted when the connection closes before the answer is written. */
function closeSignal(response: Response): AbortSignal {
  const cancel = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) cancel.abort(new PortalError(400, REASON.invalid, TEXT.aborted));
  });
  return cancel.signal;
}

type BodyValidator = (request: Request, share: BodyShare) => Promise<unknown>;

/** Of every call, for all apps of a process: most of what making an app takes. */
const validators = new WeakMap<Endpoint, BodyValidator>();

function bodyValidator(endpoint: Endpoint): BodyValidator {
  const known = validators.get(endpoint) ?? createBodyValidator(endpoint);
  validators.set(endpoint, known);
  return known;
}

function createBodyValidator(endpoint: Endpoint): BodyValidator {
  const { body: schema } = endpoint;
  if (!schema || endpoint.upload !== undefined) return async () => undefined;
  const bounds = bodyBounds(endpoint);
  const form = bodyForm(schema, bounds.rows);
  return async (request, share) => {
    const file = endpoint.bodyForm === 'file' ? await readTextFile(request, bounds, share) : undefined;
    if (file) return file;
    const scanned = await readBody(request, bounds, share);
    if (endpoint.bodyForm === 'bytes') return scanned ?? { blocks: [], size: 0, lists: [] };
    return scanned ? parseAnyBody(endpoint, form, scanned) : validate(schema, undefined);
  };
}
