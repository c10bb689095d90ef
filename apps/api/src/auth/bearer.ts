import type { Request } from 'express';
import passport from 'passport';
import { PortalError } from '../http/errors.ts';
import type { Caller, Verifier } from './verifier.ts';

/** A resource server needs no session and no callback. */
class BearerStrategy extends passport.Strategy {
  override name = 'bearer';
  // Public: passport runs the strategy through a derived object.
  readonly verifier: Verifier;
  constructor(verifier: Verifier) {
    super();
    this.verifier = verifier;
  }

  override authenticate(this: passport.StrategyCreated<this> & BearerStrategy, request: Request): void {
    const token = /^Bearer +([\w.~+/=-]+)$/i.exec(request.get('authorization') ?? '')?.[1];
    if (token === undefined) {
      this.fail('Bearer', 401);
      return;
    }
    this.verifier.verify(token).then(
      (caller) => this.success(caller as unknown as Express.User),
      (error: unknown) => this.error(error),
    );
  }
}

/** @throws PortalError 503 when the token cannot be checked */
export function createAuthenticator(verifier: Verifier) {
  const authenticator = new passport.Passport();
  authenticator.use(new BearerStrategy(verifier));
  return (request: Request): Promise<Caller | undefined> =>
    new Promise((resolve, reject) => {
      const answer = (error: unknown, user?: unknown) => {
        if (error instanceof PortalError && error.httpStatus === 401) resolve(undefined);
        else if (error) reject(error);
        else resolve(user ? (user as Caller) : undefined);
      };
      authenticator.authenticate('bearer', { session: false }, answer)(request, request.res, reject);
    });
}
export type Authenticate = ReturnType<typeof createAuthenticator>;
