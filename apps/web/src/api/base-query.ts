import { type BaseQueryApi, type BaseQueryFn, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { type ApiError, CLIENT_REASON, clientError, failureIn, networkError, refusalFrom } from './api-error.ts';
import { connectionOf, connectionSeen } from './connection-slice.ts';
import { noteServerTime } from '../lib/server-clock.ts';
import { joinSameWrite } from './same-write.ts';
import { sendSignedIn, type StoreExtra, type TokenCheck } from './send-signed-in.ts';
import { type Arrival, encodingHeaders, readWithoutZstd } from './without-zstd.ts';
import { readXsrfToken, XSRF_HEADER } from './xsrf.ts';

export interface PortalRequest {
  /** Relative address. */
  url: string;
  method: string;
  body?: unknown;
  /** Media type asked for when it is not plain JSON. */
  accept?: string;
  /** The answer is a file, received as `ReceivedFile`. */
  file?: boolean;
  /** Of a file: its address is enough, where the server gives it one. */
  link?: boolean;
  /** The values of `status` that mean success, where the answer declares one. */
  statuses?: readonly string[];
}

/** A file that a call answers with. */
export interface ReceivedFile {
  readonly blob: Blob;
  /** Where it can be opened for a while; the blob is empty then. */
  readonly url?: string;
  /** As the server names it. */
  readonly fileName: string;
}

const rawQuery = fetchBaseQuery({ responseHandler: readAnswer });

/** Rule 13.1. */
export const portalBaseQuery: BaseQueryFn<PortalRequest, unknown, ApiError> = (request, api, extraOptions) =>
  joinSameWrite(api.extra as StoreExtra, request, async () => callPortal(request, api, extraOptions));

const callPortal: BaseQueryFn<PortalRequest, unknown, ApiError> = async (request, api, extraOptions) => {
  const send = (isWithoutZstd?: boolean) =>
    sendSignedIn(
      api,
      async (bearer) =>
        rawQuery(fetchArgs(request, bearer, isWithoutZstd), api as BaseQueryApi, extraOptions as object),
      tokenCheckOf,
    );
  const sent = await (request.method === 'GET' ? readWithoutZstd(send, ({ answer }) => arrivalOf(answer)) : send());
  if (sent.error) return { error: sent.error };
  const result = sent.answer;
  noteServerTime(result.meta?.response?.headers.get('date'));
  const error = result.error && apiErrorOf(result.error, result.meta?.response?.headers.get('retry-after'));
  const connection = result.error?.status === 'FETCH_ERROR' ? 'silent' : connectionOf(error);
  if (!api.signal.aborted) api.dispatch(connectionSeen(connection));
  if (!error) {
    if (result.data instanceof FileAnswer) return { data: result.data.file };
    const failure = failureIn(result.data, request.statuses);
    if (failure) return { error: failure };
    return request.file ? { error: malformedAnswer() } : { data: result.data };
  }
  return { error };
};

/** Rules 2.17 and 13.7. */
export function callHeaders(
  { url, method, accept, link }: PortalRequest,
  token: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { accept: accept ?? 'application/json' };
  if (link) headers.prefer = 'return=minimal';
  if (token) headers.authorization = `Bearer ${token}`;
  const xsrf = readXsrfToken(document.cookie);
  if (xsrf && method !== 'GET' && method !== 'HEAD' && url.startsWith('/')) headers[XSRF_HEADER] = xsrf;
  return headers;
}

function fetchArgs(request: PortalRequest, token: string | undefined, isWithoutZstd?: boolean): FetchArgs {
  const { url, method, body, file } = request;
  return {
    url: url.startsWith('/') ? `${location.origin}${url}` : url,
    method,
    headers: { ...callHeaders(request, token), ...encodingHeaders(isWithoutZstd) },
    ...(file ? { responseHandler: readFile } : {}),
    ...(body === undefined ? {} : { body }),
  };
}

function arrivalOf(answer: RawResult | undefined): Arrival {
  if (!answer?.error) return answer ? 'readable' : 'missing';
  return answer.error.status === 'PARSING_ERROR' ? 'spoiled' : 'missing';
}

async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    if (response.ok) throw new SyntaxError('the answer is no JSON');
    return text;
  }
}

/** True for a received file, false for JSON that came in its place. */
class FileAnswer {
  readonly file: ReceivedFile;
  constructor(file: ReceivedFile) {
    this.file = file;
  }
}

/** A file; JSON in its place says why there is none. */
async function readFile(response: Response): Promise<unknown> {
  const json = response.headers.get('content-type')?.startsWith('application/json');
  if (!response.ok || json) return readAnswer(response);
  const url = response.status === 201 ? response.headers.get('location') : null;
  if (url) return new FileAnswer({ blob: new Blob(), url, fileName: decodeURIComponent(url.split('/').pop() ?? '') });
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return new FileAnswer({ blob: await response.blob(), fileName: name ?? '' });
}

type RawResult = Awaited<ReturnType<typeof rawQuery>>;
type RawError = NonNullable<RawResult['error']>;

function tokenCheckOf({ error }: RawResult): TokenCheck {
  if (typeof error?.status !== 'number') return { httpStatus: 0 };
  return { httpStatus: error.status, reason: (error.data as { reason?: unknown } | null)?.reason };
}

function apiErrorOf(error: RawError, retryAfter: string | null | undefined): ApiError {
  if (error.status === 'FETCH_ERROR' || error.status === 'TIMEOUT_ERROR') return networkError();
  if (typeof error.status === 'number') return refusalFrom(error.status, error.data, retryAfter);
  const httpStatus = 'originalStatus' in error ? error.originalStatus : 0;
  return malformedAnswer(httpStatus);
}

/** The sentence about an answer that is not what the contract says. */
export function malformedAnswer(httpStatus = 200): ApiError {
  return clientError(
    CLIENT_REASON.malformed,
    'Die Antwort des Servers ist nicht lesbar. Ein Virenschutz oder Proxy kann sie unterwegs verändert haben: Bitte aktualisieren Sie die Seite. Kommt die Meldung wieder, wenden Sie sich bitte an Ihre IT.',
    httpStatus,
  );
}
