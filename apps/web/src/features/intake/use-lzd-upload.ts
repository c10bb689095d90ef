import type { LzdUploadAnswer, Pharmacy } from '@portal/contracts';
import type { ResetChoice } from '@portal/rules';
import { useState } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { useUploadLzdMutation } from './intake-api.ts';
import { isReadable } from './is-readable.ts';

type UploadState =
  | { readonly phase: 'choosing'; readonly failure: ApiError | null; readonly fileChanged: boolean }
  /** 0 to 1; at 1 the server works, and nothing can be cancelled. */
  | { readonly phase: 'sending'; readonly share: number }
  | { readonly phase: 'done'; readonly answer: LzdUploadAnswer };

const CHOOSING = { phase: 'choosing', failure: null, fileChanged: false } as const;

/** One upload of an LZD, from the chosen file to what became of it. */
export function useLzdUpload({ crmCompanyId: crmId, token }: Pharmacy) {
  const [state, setState] = useState<UploadState>(CHOOSING);
  const [upload] = useUploadLzdMutation();
  const [request, setRequest] = useState<{ abort(): void } | null>(null);

  async function start(file: File, resetChoice: ResetChoice, despiteRed: boolean): Promise<void> {
    if (!(await isReadable(file))) return setState({ ...CHOOSING, fileChanged: true });
    setState({ phase: 'sending', share: 0 });
    const onProgress = (share: number) => setState({ phase: 'sending', share });
    const sent = upload({ crmId, token, file, resetChoice, despiteRed, onProgress });
    setRequest(sent);
    const { data, error } = await sent;
    setRequest(null);
    if (data) return setState({ phase: 'done', answer: data });
    setState({ ...CHOOSING, failure: isAborted(error) ? null : (error as ApiError) });
  }

  return {
    state,
    start,
    /** Stops sending; what the server already works on goes on. */
    cancel: () => request?.abort(),
    /** Forgets what became of an earlier file. */
    reset: () => setState(CHOOSING),
  };
}

function isAborted(error: unknown): boolean {
  return (error as { name?: string } | undefined)?.name === 'AbortError';
}
