/** No usable token: the browser is on its way to the sign-in page or could not reach it. The message is German. */
export class SignInRequired extends Error {
  override name = 'SignInRequired';
}

/** What the rest of the browser may ask of the sign-in. */
export interface AuthSession {
  /**
   * The access token, refreshed when it is valid for less than 20 seconds; undefined before the sign-in.
   * @throws SignInRequired
   */
  bearer(): Promise<string | undefined>;
  /** Leaves for the sign-in page, which comes back to the present address. */
  signIn(): Promise<void>;
  /** Ends the session at the identity provider. */
  signOut(): Promise<void>;
}
