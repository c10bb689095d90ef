/** What the code of an error of the database means for the operator. */
const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'the server refuses this login or its password',
  28000: 'the server refuses this login from here',
  '3D000': 'the server has no database of this name',
  42501: 'this login has not the rights for it',
  '42P01': 'this is not a database of the portal, or its migrations are missing',
  ECONNREFUSED: 'no server answers at this address',
  ENOTFOUND: 'no server has this name',
  EAI_AGAIN: 'no server has this name',
  ETIMEDOUT: 'no server answers at this address',
};

/** What lies in the address or its login, undefined for another error. `own` says some codes in other words. */
export function addressReason(error: unknown, own: Readonly<Record<string, string>> = {}): string | undefined {
  const { code } = error as { code?: unknown };
  const reason = own[String(code)] ?? REASONS[String(code)];
  return reason && `DATABASE_URL: ${reason} (${String(code)}).`;
}
