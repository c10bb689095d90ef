/** Yields every few ms, so that the page stays responsive (ADR 91). */
export type InPieces<Result> = Generator<undefined, Result>;

export function atOnce<Result>(work: InPieces<Result>): Result {
  let result = work.next();
  while (!result.done) result = work.next();
  return result.value;
}
