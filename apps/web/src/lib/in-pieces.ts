/** For how long, in ms, a page may work without a break: a touch is answered within 100 ms even on a machine four times slower. */
const PIECE_MS = 8;

/**
 * Does work that yields now and then, and lets the browser answer its user in between (ADR 77). What fits into one piece is done at
 * once.
 * @param onDone gets the result; a failure is reported as that of any other task
 * @returns gives the work up
 */
export function inPieces<Result>(work: Iterator<unknown, Result>, onDone: (result: Result) => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const goOn = () => {
    for (const end = performance.now() + PIECE_MS; performance.now() < end; ) {
      const { done, value } = work.next();
      if (done) return onDone(value);
    }
    waiting = setTimeout(goOn);
  };
  goOn();
  return () => clearTimeout(waiting);
}

/** The same for who awaits the result. Nobody looks at a hidden page, whose timers are slow: there it is done at once. */
export function finishInPieces<Result>(work: Iterator<unknown, Result>): Promise<Result> {
  return new Promise((resolve) => {
    if (!document.hidden) return void inPieces(work, resolve);
    for (let step = work.next(); ; step = work.next()) if (step.done) return resolve(step.value);
  });
}

/**
 * Gives breaks to work that waits for something else now and then, and so is no generator: to be awaited after each part of it.
 * @returns goes on at once while the work has not taken longer than a piece, and on a hidden page
 */
export function takingBreaks(): () => Promise<void> | undefined {
  let end = performance.now() + PIECE_MS;
  return () => {
    if (performance.now() < end || document.hidden) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        end = performance.now() + PIECE_MS;
        resolve();
      });
    });
  };
}
