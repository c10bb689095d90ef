import { IncompleteList, PieceReader, type Pieces } from '@portal/contracts';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { withTimeout } from '../lib/with-timeout.ts';
import { formatCount } from '../lib/format.ts';
import { createYielder } from '../lib/scheduler.ts';
import { type ApiError, CLIENT_REASON, clientError, networkError, refusalFrom } from './api-error.ts';
import { Arriving, arrivalEnded, piecesArrived } from './arriving-slice.ts';
import { callHeaders, malformedAnswer, type PortalRequest } from './base-query.ts';
import { connectionOf, connectionSeen } from './connection-slice.ts';
import { sendSignedIn } from './send-signed-in.ts';
import { encodingHeaders, readWithoutZstd } from './without-zstd.ts';

/** Milliseconds; faster lists are shown once, whole. */
const TELL_MS = 300;
/** Nothing has come for so long, in ms: the answer is given up. */
const LIST_IDLE_TIMEOUT_MS = 30_000;

/** Thrown where nothing comes any more, though the connection stands. */
class IdleList extends Error {}

/** Thrown by `shown` to stop the download. */
export class StoppedList extends Error {}

type Api = Pick<BaseQueryApi, 'extra' | 'signal' | 'dispatch'>;
type Reading = { createReader: () => PieceReader<Pieces>; shown: (list: unknown) => unknown };
type Loaded<Result> = { data: Result; error?: undefined } | { error: ApiError; isSpoiled: boolean; data?: undefined };

/**
 * Reports progress and first rows (rule 2.28); the whole list or nothing. Rule 13.14.
 * @throws StoppedList
 */
export async function loadList<List, Result>(
  request: PortalRequest,
  api: Api,
  transform: (list: List) => Result | Promise<Result>,
  { createReader = () => new PieceReader<Pieces>(), shown = (list) => list }: Partial<Reading> = {},
): Promise<{ data: Result } | { error: ApiError }> {
  const loaded = await readWithoutZstd(
    (isWithoutZstd) => load(request, { api, transform, createReader, shown, isWithoutZstd }),
    (answer) => (answer.error === undefined ? 'readable' : answer.isSpoiled ? 'spoiled' : 'missing'),
  );
  return loaded.error === undefined ? { data: loaded.data as Result } : { error: loaded.error };
}

type Attempt<List, Result> = Reading & {
  api: Api;
  transform: (list: List) => Result | Promise<Result>;
  isWithoutZstd: boolean;
};

/** @throws StoppedList */
async function load<List, Result>(
  request: PortalRequest,
  { api, transform, createReader, shown, isWithoutZstd }: Attempt<List, Result>,
): Promise<Loaded<Result>> {
  const { url, method } = request;
  const send = (bearer: string | undefined) => {
    const headers = { ...callHeaders(request, bearer), ...encodingHeaders(isWithoutZstd) };
    const init = { method, headers, signal: api.signal };
    return fetch(new Request(`${location.origin}${url}`, init)).catch(() => undefined); // no answer, whatever the reason
  };
  const sent = await sendSignedIn(api, send, (answer) => ({ httpStatus: answer?.status ?? 0 }));
  if (sent.error) return { error: sent.error, isSpoiled: false };
  const response = sent.answer;
  if (!response) return { error: missed(api, networkError()), isSpoiled: false };
  const error = response.ok
    ? undefined
    : refusalFrom(response.status, await jsonOf(response), response.headers.get('retry-after'));
  api.dispatch(connectionSeen(connectionOf(error)));
  if (error) {
    return { error, isSpoiled: false };
  }
  const reader = createReader();
  try {
    await readPieces(response, { reader, shown }, (list) => api.dispatch(piecesArrived({ url, list })));
    return { data: await transform(reader.whole() as List) };
  } catch (failure) {
    if (failure instanceof StoppedList) throw failure;
    if (failure instanceof IdleList) return { error: missed(api, idle(reader)), isSpoiled: false };
    const unreadable = failure instanceof SyntaxError || (failure instanceof IncompleteList && reader.rows === 0);
    // A broken compression looks like a broken connection. A proxy may have named zstd as another one, of which nothing can be read.
    const encoding = response.headers.get('content-encoding');
    const isMisread = encoding === 'zstd' || (encoding !== null && reader.rows === 0);
    const isSpoiled = !api.signal.aborted && (unreadable || isMisread);
    return { error: unreadable ? malformedAnswer() : missed(api, brokenOff(reader)), isSpoiled };
  } finally {
    api.dispatch(arrivalEnded(url));
  }
}

/** Reads to the end of an answer. @throws IdleList where nothing comes any more */
async function readPieces(
  response: Response,
  { reader, shown }: Pick<Reading, 'shown'> & { reader: PieceReader<Pieces> },
  tell: (list: Arriving) => void,
): Promise<void> {
  const source = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  // On a quick line all of it is there at once (ADR 91).
  const pause = createYielder();
  let piece: unknown;
  let first: unknown;
  let told = { at: performance.now(), rows: 0 };
  const tellOnTime = () => {
    const at = performance.now();
    piece ??= reader.first();
    if (piece !== undefined) first ??= shown(piece);
    if (first === undefined || reader.rows === told.rows || at - told.at < TELL_MS) return;
    told = { at, rows: reader.rows };
    tell(new Arriving(first, reader.rows, reader.count));
  };
  try {
    for (let still = 0, next = source.read(); still < LIST_IDLE_TIMEOUT_MS; ) {
      const come = await withTimeout(next, TELL_MS);
      // What is made of the list is work of its own.
      if (come?.done) return await pause();
      // On a stalling line these rows are all there is.
      still = come ? 0 : still + TELL_MS;
      if (come) {
        for (const _ of reader.addByPieces(decoder.decode(come.value, { stream: true }))) await pause();
        next = source.read();
      }
      tellOnTime();
    }
    throw new IdleList();
  } finally {
    void source.cancel().catch(() => undefined); // a line that broke has ended by itself
  }
}

/** A page that is left ends its calls itself. */
function missed({ signal, dispatch }: Api, error: ApiError): ApiError {
  if (!signal.aborted) dispatch(connectionSeen('silent'));
  return error;
}

function brokenOff({ rows, count }: PieceReader<Pieces>): ApiError {
  return clientError(
    CLIENT_REASON.network,
    `Die Verbindung ist abgebrochen: ${formatCount(rows)} von ${formatCount(count)} Zeilen sind angekommen. Bearbeiten und freigeben können Sie die Liste erst, wenn alle Zeilen da sind.`,
  );
}

/** A proxy, virus scanner or dead line. */
function idle(reader: PieceReader<Pieces>): ApiError {
  if (reader.rows > 0) return brokenOff(reader);
  const seconds = LIST_IDLE_TIMEOUT_MS / 1_000;
  return clientError(
    CLIENT_REASON.network,
    `Vom Server ist seit ${seconds} Sekunden nichts angekommen. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.`,
  );
}

/** A proxy may have answered in any form, and the answer may break off. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => '');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
