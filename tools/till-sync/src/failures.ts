/** Exit codes, as in sysexits.h; a scheduler tries 75 again by itself and calls somebody for the others. */
export const EXIT = {
  done: 0,
  unexpected: 1,
  /** The certificate of portal, sign-in service or proxy is not trusted: waiting does not help. */
  certificate: 69,
  /** The file could not be read or written. */
  file: 73,
  /** Portal or network are down, or another run is still at work: the next run will do. */
  passing: 75,
  /** The portal answered something this job does not understand. */
  protocol: 76,
  /** Wrong client, wrong secret or no right to this pharmacy. */
  refused: 77,
  settings: 78,
} as const;

/** Ends the run with a German sentence for the log. */
export class Failure extends Error {
  override name = 'Failure';
  readonly exitCode: number;
  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** May go away by itself; `retryAfterMs` is the wait that the server asked for. */
export class PassingFailure extends Failure {
  override name = 'PassingFailure';
  readonly retryAfterMs: number;
  constructor(message: string, retryAfterMs = 0) {
    super(EXIT.passing, message);
    this.retryAfterMs = retryAfterMs;
  }
}
