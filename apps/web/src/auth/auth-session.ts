/** German message. */
export class SignInRequired extends Error {
  override name = 'SignInRequired';
}

/** What the rest of the browser may ask of the sign-in (rule 1.2). */
export interface AuthSession {
  /**
   * Refreshed below 20 seconds.
   * @throws SignInRequired
   */
  bearer(): Promise<string | undefined>;
  /**
   * @param refused the token sent
   * @throws SignInRequired
   */
  renewed(refused: string | undefined): Promise<string | undefined>;
  /** Calls back when the session has ended: elsewhere, or because its refresh was refused. */
  onLost(listener: () => void): void;
  /** Else the browser would show its error page. */
  isReachable(): Promise<boolean>;
  /** Whether the session still stands, asked at the identity provider. */
  isAlive(): Promise<boolean>;
  /** Leaves for the sign-in page, which comes back to the present address. */
  signIn(): Promise<void>;
  /** Ends the session at the identity provider. */
  signOut(): Promise<void>;
}
