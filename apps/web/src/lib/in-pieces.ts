/**
 * For how long, in ms, a page may work without a break: a touch is answered within 50 ms even on a machine four times slower, where a step that began
 * just before the end takes its time too.
 */
const PIECE_MS = 5;

/**
 * Does work that yields now and then, and lets the browser answer its user in between (ADR 77). What fits into one piece is done at
 * once.
 * @param onDone gets the result; a failure is reported as that of any other task
 * @returns gives the work up
 */
export function inPieces<Result>(work: Iterator<unknown, Result>, onDone: (result: Result) => void): () => void {
  let givenUp = false;
  const goOn = () => {
    if (givenUp) return;
    for (const end = performance.now() + PIECE_MS; performance.now() < end; ) {
      const { done, value } = work.next();
      if (done) return onDone(value);
    }
    turn()
      .then(goOn)
      .catch((failure: unknown) => reportError(failure));
  };
  goOn();
  return () => {
    givenUp = true;
  };
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
    return turn().then(() => {
      end = performance.now() + PIECE_MS;
    });
  };
}

/**
 * Lets the browser draw and answer before the work goes on: to be awaited between parts that have nothing to do with each other.
 * @returns at once on a hidden page, which nobody waits at and whose timers are slow
 */
export async function nextTurn(): Promise<void> {
  if (!document.hidden) await turn();
}

/**
 * Ends when what waited before has had its turn: at once in browsers that know of such tasks, else after the 4 ms that they make of short timers. Breaks by
 * `scheduler.yield` would be none for the drawing of what is there already, since work that goes on goes first.
 */
function turn(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { postTask(task: () => void): Promise<void> } };
  return scheduler?.postTask(() => undefined) ?? new Promise((resolve) => void setTimeout(resolve));
}
