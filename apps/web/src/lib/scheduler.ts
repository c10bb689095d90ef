/** Longest task in ms, so that a tap is answered within 50 ms on a machine four times slower. */
const MAX_TASK_MS = 5;
/** Longest idle task in ms: half a frame. */
const MAX_IDLE_TASK_MS = 8;
/** Delay in ms in browsers without `requestIdleCallback` (Safari). */
const IDLE_FALLBACK_MS = 1_000;
/** A browser that paints nothing, because its window is covered, is waited for at most this long, in ms. */
const MAX_PAINT_WAIT_MS = 100;

/**
 * Runs an iterator to its end in tasks of at most 5 ms. What fits into one task runs synchronously.
 * @param onDone gets the result; an error is reported to the window
 * @returns cancels the rest
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

/** Like `runInChunks`, as a promise. A hidden page runs it in one task, because its timers are throttled. */
export function finishInChunks<Result>(work: Iterator<unknown, Result>): Promise<Result> {
  return new Promise((resolve) => {
    if (!document.hidden) return void runInChunks(work, resolve);
    for (let step = work.next(); ; step = work.next()) if (step.done) return resolve(step.value);
  });
}

/**
 * Makes a function that async work awaits after each part: it yields once 5 ms are used up.
 * @returns undefined while there is time left, and on a hidden page
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

/** Lets the browser paint and handle input before the next part; does nothing on a hidden page. */
export async function yieldToMain(): Promise<void> {
  if (!document.hidden) await nextTask();
}

/** Waits for the first paint of the page, at most 100 ms; returns at once when something is painted or the page is hidden. */
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
 * Runs work once the page is idle.
 * @param work gets a function that says how many ms of the idle task are left
 * @returns cancels it, unless it has begun
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

/**
 * A new task. Not `scheduler.yield`: its continuation runs before a pending render. Without `postTask`, browsers clamp nested timers to
 * 4 ms.
 */
function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { postTask(task: () => void): Promise<void> } };
  return scheduler?.postTask(() => undefined) ?? new Promise((resolve) => void setTimeout(resolve));
}
