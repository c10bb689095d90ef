/** Milliseconds: 50 ms on a machine four times slower. */
const MAX_TASK_MS = 5;
/** Longest idle task in ms: half a frame. */
const MAX_IDLE_TASK_MS = 8;
/** Delay in ms in browsers without `requestIdleCallback` (Safari). */
const IDLE_FALLBACK_MS = 1_000;
/** Milliseconds; a covered window does not paint. */
const MAX_PAINT_WAIT_MS = 100;

/**
 * Tasks of at most 5 ms.
 * @returns cancels
 */
export function runInChunks<Result>(work: Iterator<unknown, Result>, onDone: (result: Result) => void): () => void {
  let cancelled = false;
  const runChunk = () => {
    if (cancelled) return;
    for (const end = performance.now() + MAX_TASK_MS; performance.now() < end; ) {
      const { done, value } = work.next();
      if (done) return onDone(value);
    }
    nextTask()
      .then(runChunk)
      .catch((failure: unknown) => reportError(failure));
  };
  runChunk();
  return () => {
    cancelled = true;
  };
}

/** In one task on a hidden page, whose timers are throttled. */
export function finishInChunks<Result>(work: Iterator<unknown, Result>): Promise<Result> {
  return new Promise((resolve) => {
    if (!document.hidden) return void runInChunks(work, resolve);
    for (let step = work.next(); ; step = work.next()) if (step.done) return resolve(step.value);
  });
}

/**
 * Yields after 5 ms.
 * @returns undefined while time is left
 */
export function createYielder(): () => Promise<void> | undefined {
  let end = performance.now() + MAX_TASK_MS;
  return () => {
    if (performance.now() < end || document.hidden) return undefined;
    return nextTask().then(() => {
      end = performance.now() + MAX_TASK_MS;
    });
  };
}

/** Nothing on a hidden page. */
export async function yieldToMain(): Promise<void> {
  if (!document.hidden) await nextTask();
}

/** At most 100 ms. */
export async function waitForFirstPaint(): Promise<void> {
  if (document.hidden || performance.getEntriesByType('paint').length > 0) return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, MAX_PAINT_WAIT_MS);
    requestAnimationFrame(() => resolve());
  });
  // The frame is painted after its callbacks.
  await yieldToMain();
}

/**
 * @param work gets the ms left
 * @returns cancels
 */
export function whenIdle(work: (timeRemaining: () => number) => void): () => void {
  const timeLeft = () => {
    const end = performance.now() + MAX_IDLE_TASK_MS;
    return () => end - performance.now();
  };
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback((idle) => {
      const left = timeLeft();
      work(() => Math.min(left(), idle.timeRemaining()));
    });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(() => work(timeLeft()), IDLE_FALLBACK_MS);
  return () => clearTimeout(timer);
}

/** `scheduler.yield` would continue before a pending render; nested timers are clamped to 4 ms. */
function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { postTask(task: () => void): Promise<void> } };
  return scheduler?.postTask(() => undefined) ?? new Promise((resolve) => void setTimeout(resolve));
}
