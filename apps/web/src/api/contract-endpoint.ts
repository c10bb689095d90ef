import { type AnswerOf, type Endpoint, type InputOf, pathFor, type PriceListColumnsAnswer } from '@portal/contracts';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { PortalRequest, portalBaseQuery, ReceivedFile } from './base-query.ts';
import { type Call, CALLS, type EndpointOf } from './calls.ts';
import { loadPriceList } from './load-price-list.ts';
import type { ApiTag } from './portal-api.ts';

/** What a declared part of an endpoint takes in, before validation. In a path numbers and their digits count alike. */
type Parts<E extends Endpoint> = {
  [Name in keyof E & ('params' | 'query' | 'body') as [InputOf<E[Name]>] extends [never]
    ? never
    : Name]: Name extends 'params' ? { [Key in keyof InputOf<E[Name]>]: string | number } : InputOf<E[Name]>;
};

/** The argument of the hook of an endpoint: the parts it declares, nothing when it declares none. */
export type RequestOf<C extends Call> = keyof Parts<EndpointOf<C>> extends never ? void : Parts<EndpointOf<C>>;
type AnswerTo<C extends Call> = AnswerOf<EndpointOf<C>>;

type LooseRequest = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
};

/** Turns a declared endpoint and its parts into the request that goes out. */
export function requestOf<C extends Call>(call: C, request: RequestOf<C>, accept?: string): PortalRequest {
  const { params, query, body } = (request ?? {}) as LooseRequest;
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  const path = pathFor(call, params);
  const statuses = accept === undefined ? call.statuses : undefined;
  return {
    url: search ? `${path}?${search}` : path,
    method: call.method,
    ...(body === undefined ? {} : { body }),
    ...(accept === undefined ? {} : { accept }),
    ...(statuses ? { statuses } : {}),
  };
}

type PortalBuilder = EndpointBuilder<typeof portalBaseQuery, ApiTag, 'api'>;

export interface QueryOptions {
  providesTags?: readonly ApiTag[];
  /** Seconds for which an answer is kept that is not shown any more; 60 when absent. */
  keepUnusedDataFor?: number;
}

/** An RTK Query query made from the contract: method, path, body and the types of argument and answer. */
export function contractQuery<C extends Call>(build: PortalBuilder, call: C, options: QueryOptions = {}) {
  return build.query<AnswerTo<C>, RequestOf<C>>({ query: (request) => requestOf(call, request), ...options });
}

/** The same, with what the screens use made of the answer. */
export function contractQueryOf<C extends Call, Result>(
  build: PortalBuilder,
  call: C,
  transform: (answer: AnswerTo<C>) => Result,
  options: QueryOptions = {},
) {
  return build.query<Result, RequestOf<C>>({
    query: (request) => requestOf(call, request),
    transformResponse: (answer: AnswerTo<C>) => transform(answer),
    ...options,
  });
}

/** A query of a whole price list, which is read while it arrives. */
export function contractPriceList<Result>(
  build: PortalBuilder,
  transform: (list: PriceListColumnsAnswer) => Result | Promise<Result>,
  options: QueryOptions = {},
) {
  return build.query<Result, RequestOf<typeof CALLS.getPriceList>>({
    queryFn: (request, api) =>
      loadPriceList((mediaType) => requestOf(CALLS.getPriceList, request, mediaType), api, transform),
    ...options,
  });
}

/** An RTK Query mutation made from the contract. */
export function contractMutation<C extends Call>(
  build: PortalBuilder,
  call: C,
  options: { invalidatesTags?: readonly ApiTag[] } = {},
) {
  return build.mutation<AnswerTo<C>, RequestOf<C>>({ query: (request) => requestOf(call, request), ...options });
}

/** A call made from the contract that answers with a file. @param options.link its address is enough, to be opened in a tab */
export function contractFile<C extends Call>(build: PortalBuilder, call: C, { link = false }: { link?: boolean } = {}) {
  return build.mutation<ReceivedFile, RequestOf<C>>({
    query: (request) => ({ ...requestOf(call, request), file: true, link }),
  });
}

/** What a call with a file takes; one without parameters and fields the file alone. */
type UploadOf<C extends Call> = (RequestOf<C> extends void ? object : RequestOf<C>) & { file: File };

/** An RTK Query mutation that sends a file, and the declared text fields with it, as a form. */
export function contractUpload<C extends Call>(
  build: PortalBuilder,
  call: C,
  options: { invalidatesTags?: readonly ApiTag[] } = {},
) {
  return build.mutation<AnswerTo<C>, UploadOf<C>>({
    query: (request) => uploadOf(call, request),
    ...options,
  });
}

/** The same, with what the screens use made of the answer. */
export function contractUploadOf<C extends Call, Result>(
  build: PortalBuilder,
  call: C,
  transform: (answer: AnswerTo<C>) => Result,
) {
  return build.mutation<Result, UploadOf<C>>({
    query: (request) => uploadOf(call, request),
    transformResponse: (answer: AnswerTo<C>) => transform(answer),
  });
}

function uploadOf<C extends Call>(call: C, request: UploadOf<C>): PortalRequest {
  const { params, query, body = {} } = request as LooseRequest;
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, string | undefined>))
    if (value !== undefined) form.append(name, value);
  form.append(call.upload as string, request.file, request.file.name);
  const parts = { ...(params ? { params } : {}), ...(query ? { query } : {}), body: form };
  return requestOf(call, parts as unknown as RequestOf<C>);
}
