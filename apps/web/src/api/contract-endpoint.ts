import { type AnswerOf, type Endpoint, ENDPOINTS, pathFor, type PriceListColumnsAnswer } from '@portal/contracts';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { PortalRequest, portalBaseQuery, ReceivedFile } from './base-query.ts';
import { loadPriceList } from './load-price-list.ts';
import type { ApiTag } from './portal-api.ts';

/** What a declared part of an endpoint takes in, before validation. In a path numbers and their digits count alike. */
type Parts<E extends Endpoint> = {
  [Name in keyof E & ('params' | 'query' | 'body') as E[Name] extends { _input: unknown }
    ? Name
    : never]: E[Name] extends {
    _input: infer Input;
  }
    ? Name extends 'params'
      ? { [Key in keyof Input]: string | number }
      : Input
    : never;
};

/** The argument of the hook of an endpoint: the parts it declares, nothing when it declares none. */
export type RequestOf<E extends Endpoint> = keyof Parts<E> extends never ? void : Parts<E>;

type LooseRequest = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
};

/** Turns a declared endpoint and its parts into the request that goes out. */
export function requestOf<E extends Endpoint>(declaration: E, request: RequestOf<E>, accept?: string): PortalRequest {
  const { params, query, body } = (request ?? {}) as LooseRequest;
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  const path = pathFor(declaration, params);
  const statuses = accept === undefined ? declaration.statuses : undefined;
  return {
    url: search ? `${path}?${search}` : path,
    method: declaration.method,
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
export function contractQuery<E extends Endpoint>(build: PortalBuilder, declaration: E, options: QueryOptions = {}) {
  return build.query<AnswerOf<E>, RequestOf<E>>({ query: (request) => requestOf(declaration, request), ...options });
}

/** The same, with what the screens use made of the answer. */
export function contractQueryOf<E extends Endpoint, Result>(
  build: PortalBuilder,
  declaration: E,
  transform: (answer: AnswerOf<E>) => Result,
  options: QueryOptions = {},
) {
  return build.query<Result, RequestOf<E>>({
    query: (request) => requestOf(declaration, request),
    transformResponse: (answer: AnswerOf<E>) => transform(answer),
    ...options,
  });
}

/** A query of a whole price list, which is read while it arrives. */
export function contractPriceList<Result>(
  build: PortalBuilder,
  transform: (list: PriceListColumnsAnswer) => Result | Promise<Result>,
  options: QueryOptions = {},
) {
  return build.query<Result, RequestOf<typeof ENDPOINTS.getPriceList>>({
    queryFn: (request, api) =>
      loadPriceList((mediaType) => requestOf(ENDPOINTS.getPriceList, request, mediaType), api, transform),
    ...options,
  });
}

/** An RTK Query mutation made from the contract. */
export function contractMutation<E extends Endpoint>(
  build: PortalBuilder,
  declaration: E,
  options: { invalidatesTags?: readonly ApiTag[] } = {},
) {
  return build.mutation<AnswerOf<E>, RequestOf<E>>({ query: (request) => requestOf(declaration, request), ...options });
}

/** A call made from the contract that answers with a file. @param options.link its address is enough, to be opened in a tab */
export function contractFile<E extends Endpoint>(
  build: PortalBuilder,
  declaration: E,
  { link = false }: { link?: boolean } = {},
) {
  return build.mutation<ReceivedFile, RequestOf<E>>({
    query: (request) => ({ ...requestOf(declaration, request), file: true, link }),
  });
}

/** What a call with a file takes; one without parameters and fields the file alone. */
type UploadOf<E extends Endpoint> = (RequestOf<E> extends void ? object : RequestOf<E>) & { file: File };

/** An RTK Query mutation that sends a file, and the declared text fields with it, as a form. */
export function contractUpload<E extends Endpoint & { readonly upload: string }>(
  build: PortalBuilder,
  declaration: E,
  options: { invalidatesTags?: readonly ApiTag[] } = {},
) {
  return build.mutation<AnswerOf<E>, UploadOf<E>>({
    query: (request) => uploadOf(declaration, request),
    ...options,
  });
}

/** The same, with what the screens use made of the answer. */
export function contractUploadOf<E extends Endpoint & { readonly upload: string }, Result>(
  build: PortalBuilder,
  declaration: E,
  transform: (answer: AnswerOf<E>) => Result,
) {
  return build.mutation<Result, UploadOf<E>>({
    query: (request) => uploadOf(declaration, request),
    transformResponse: (answer: AnswerOf<E>) => transform(answer),
  });
}

function uploadOf<E extends Endpoint & { readonly upload: string }>(
  declaration: E,
  request: UploadOf<E>,
): PortalRequest {
  const { params, query, body = {} } = request as LooseRequest;
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, string | undefined>))
    if (value !== undefined) form.append(name, value);
  form.append(declaration.upload, request.file, request.file.name);
  const parts = { ...(params ? { params } : {}), ...(query ? { query } : {}), body: form };
  return requestOf(declaration, parts as unknown as RequestOf<E>);
}
