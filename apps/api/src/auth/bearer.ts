import type { Request } from 'express';
import passport from 'passport';
import { PortalError } from '../http/errors.ts';
import type { Caller, Verifier } from './verifier.ts';

/** passport strategy for `Authorization: Bearer`: a resource server needs no session and no callback. */
class BearerStrategy extends passport.Strategy {
  override name = 'bearer';
  // No private member: passport runs the strategy through an object made from it.
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

/**
 * Reads the caller from the token of a request; undefined without a token and for an invalid one.
 * @throws PortalError 503 when that cannot be checked
 */
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
