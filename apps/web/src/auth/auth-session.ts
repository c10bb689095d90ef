/** No usable token: the session has ended, or the provider cannot be reached. The message is German. */
export class SignInRequired extends Error {
  override name = 'SignInRequired';
}

/** What the rest of the browser may ask of the sign-in (rule 1.2). */
export interface AuthSession {
  /**
   * The access token, refreshed when it is valid for less than 20 seconds; undefined before the sign-in.
   * @throws SignInRequired
   */
  bearer(): Promise<string | undefined>;
  /**
   * The access token after one that the api has refused: refreshed, unless that has happened meanwhile.
   * @param refused the token that was sent
   * @throws SignInRequired
   */
  renewed(refused: string | undefined): Promise<string | undefined>;
  /** Calls back when the session has ended: elsewhere, or because its refresh was refused. */
  onLost(listener: () => void): void;
  /** Whether the identity provider answers at all; leaving for one that does not would end on an error page of the browser. */
  isReachable(): Promise<boolean>;
  /** Whether the session still stands, asked at the identity provider. */
  isAlive(): Promise<boolean>;
  /** Leaves for the sign-in page, which comes back to the present address. */
  signIn(): Promise<void>;
  /** Ends the session at the identity provider. */
  signOut(): Promise<void>;
}
