/** Work on all rows of a list that yields every few ms, so that a page can answer its user in between (ADR 91). */
export type InPieces<Result> = Generator<undefined, Result>;

/** Does such work without a break. */
export function atOnce<Result>(work: InPieces<Result>): Result {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
