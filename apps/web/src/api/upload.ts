import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { type ApiError, failureIn, networkError, refusalFrom } from './api-error.ts';
import { callHeaders, malformedAnswer, type PortalRequest } from './base-query.ts';
import { joinSameWrite } from './same-write.ts';
import { sendSignedIn, type StoreExtra } from './send-signed-in.ts';

export type UploadRequest = Omit<PortalRequest, 'body' | 'file'> & { body: FormData };
type UploadApi = Pick<BaseQueryApi, 'extra' | 'signal' | 'dispatch'>;
type Uploaded<Answer> = { data: Answer; error?: undefined } | { error: ApiError; data?: undefined };

/**
 * fetch cannot report progress.
 * @param onProgress 0 to 1; at 1 the server still works
 */
export function sendUpload<Answer>(
  request: UploadRequest,
  api: UploadApi,
  onProgress: (share: number) => void,
): Promise<Uploaded<Answer>> {
  return joinSameWrite(api.extra as StoreExtra, request, () => upload<Answer>(request, api, onProgress));
}

async function upload<Answer>(
  request: UploadRequest,
  api: UploadApi,
  onProgress: (share: number) => void,
): Promise<Uploaded<Answer>> {
  const sent = await sendSignedIn(
    api,
    (bearer) => transmit(request, callHeaders(request, bearer), api.signal, onProgress),
    ({ status, text }) => ({ httpStatus: status, reason: (parseJson(text) as { reason?: unknown } | null)?.reason }),
  );
  if (sent.error) return { error: sent.error };
  const { status, text, retryAfter } = sent.answer;
  if (status === 0) return { error: networkError() };
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    if (body === undefined) return { error: malformedAnswer(status) };
    const failure = failureIn(body, request.statuses, status);
    return failure ? { error: failure } : { data: body as Answer };
  }
  return { error: refusalFrom(status, body ?? text, retryAfter) };
}

/** Status 0 when no answer came. */
function transmit(
  { url, method, body }: UploadRequest,
  headers: Record<string, string>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<{ status: number; text: string; retryAfter: string | null }> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    const end = () =>
      resolve({ status: xhr.status, text: xhr.responseText, retryAfter: xhr.getResponseHeader('retry-after') });
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    xhr.onload = end;
    xhr.onerror = end;
    xhr.onabort = end;
    xhr.ontimeout = end;
    signal.addEventListener('abort', () => xhr.abort());
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.send(body);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
