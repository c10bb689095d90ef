import type { ResetChoice } from '@portal/rules';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError, clientError } from '../../../api/api-error.ts';
import { useCheckLzdMutation, useUploadLzdMutation } from '../intake-api.ts';
import { isReadable } from '../is-readable.ts';
import { type BatchFile, type Checked, type FileState, storableFiles } from './batch-files.ts';

/** Files that are checked side by side; they are stored one after the other. */
const LANES = 2;
/** Rate limit (rule 13.5): repeated when the server says. */
const TOO_MANY = 429;
/** Where it does not say when. */
const PAUSE_MS = 10_000;

/** Rule 6.27. Stops when the page is left. */
export function useBatch() {
  const { t } = useTranslation('intake');
  const [files, setFiles] = useState<readonly BatchFile[]>([]);
  /** How many files the running turn stores, null while none is stored. */
  const [storing, setStoring] = useState<{ done: number; total: number } | null>(null);
  const [check] = useCheckLzdMutation();
  const [upload] = useUploadLzdMutation();
  const queue = useRef<BatchFile[]>([]);
  const lanes = useRef(0);
  const nextId = useRef(0);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const change = (id: number, state: FileState) =>
    setFiles((before) => before.map((each) => (each.id === id ? { ...each, state } : each)));

  /** The same name replaces an unstored one. */
  function add(chosen: readonly File[]): void {
    const added = chosen.map((file): BatchFile => {
      nextId.current += 1;
      return { id: nextId.current, file, choice: null, despiteRed: false, state: { phase: 'checking' } };
    });
    const names = new Set(chosen.map(({ name }) => name));
    setFiles((before) => [
      ...before.filter(({ file, state }) => state.phase === 'stored' || !names.has(file.name)),
      ...added,
    ]);
    checkAll(added);
  }

  function checkAll(added: readonly BatchFile[]): void {
    queue.current.push(...added);
    for (let free = LANES - lanes.current; free > 0; free -= 1) void checkQueue();
  }

  async function checkQueue(): Promise<void> {
    lanes.current += 1;
    for (let next = queue.current.shift(); next && !left.current; next = queue.current.shift()) {
      change(next.id, await checkOne(next.file));
    }
    lanes.current -= 1;
  }

  async function checkOne(file: File): Promise<FileState> {
    if (!(await isReadable(file))) return { phase: 'refused', failure: changed() };
    const { data, error } = await patiently(() => check({ file }));
    return data ? { phase: 'checked', check: data, failure: null } : { phase: 'refused', failure: asApiError(error) };
  }

  async function storeOne({ file, choice, despiteRed, state: { check: checked } }: Checked): Promise<FileState> {
    if (!(await isReadable(file))) return { phase: 'checked', check: checked, failure: changed() };
    const { crmCompanyId: crmId, token } = checked.pharmacy;
    const { data, error } = await patiently(() =>
      upload({ crmId, token, file, resetChoice: choice, despiteRed, onProgress: () => undefined }),
    );
    if (data) return { phase: 'stored', check: checked, answer: data };
    return { phase: 'checked', check: checked, failure: asApiError(error) };
  }

  async function patiently<Result extends { error?: unknown }>(call: () => Promise<Result>): Promise<Result> {
    for (;;) {
      const result = await call();
      const error = result.error === undefined ? undefined : asApiError(result.error);
      if (error?.httpStatus !== TOO_MANY || left.current) return result;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? PAUSE_MS));
      if (left.current) return result;
    }
  }

  const changed = () => clientError('changed', t('file.changed'));

  return {
    files,
    storing,
    add,
    remove: (id: number) => setFiles((before) => before.filter((each) => each.id !== id)),
    again: (file: BatchFile) => {
      change(file.id, { phase: 'checking' });
      checkAll([file]);
    },
    /** For one file, or for all that wait to be stored. */
    choose: (choice: ResetChoice | null, id?: number) =>
      setFiles((before) =>
        before.map((each) =>
          each.state.phase !== 'stored' && (id === undefined || each.id === id) ? { ...each, choice } : each,
        ),
      ),
    insist: (id: number, despiteRed: boolean) =>
      setFiles((before) => before.map((each) => (each.id === id ? { ...each, despiteRed } : each))),
    async store(): Promise<void> {
      const wanted = storableFiles(files);
      for (const [done, each] of wanted.entries()) {
        if (left.current) return;
        setStoring({ done, total: wanted.length });
        change(each.id, { phase: 'sending', check: each.state.check });
        change(each.id, await storeOne(each));
      }
      setStoring(null);
    },
  };
}
