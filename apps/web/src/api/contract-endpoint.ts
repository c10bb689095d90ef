import { type AnswerOf, type Endpoint, type InputOf, pathFor, type PriceListColumnsAnswer } from '@portal/contracts';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { PortalRequest, portalBaseQuery, ReceivedFile } from './base-query.ts';
import { type Call, CALLS, type EndpointOf } from './calls.ts';
import { loadPriceList } from './load-price-list.ts';
import type { ApiTag } from './portal-api.ts';

type Parts<E extends Endpoint> = {
  [Name in keyof E & ('params' | 'query' | 'body') as [InputOf<E[Name]>] extends [never]
    ? never
    : Name]: Name extends 'params' ? { [Key in keyof InputOf<E[Name]>]: string | number } : InputOf<E[Name]>;
};

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
  /** Seconds; 60 by default. */
  keepUnusedDataFor?: number;
}

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

export function contractFile<C extends Call>(build: PortalBuilder, call: C, { link = false }: { link?: boolean } = {}) {
  return build.mutation<ReceivedFile, RequestOf<C>>({
    query: (request) => ({ ...requestOf(call, request), file: true, link }),
  });
}

type UploadOf<C extends Call> = (RequestOf<C> extends void ? object : RequestOf<C>) & { file: File };

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
