/**
 * Passwords and secrets that this repository itself names, for demos, development and tests: everybody knows them. Where
 * real pharmacies work they are refused. A test looks for any that is missing here; docker/keycloak/start.sh repeats those
 * that are long enough for it.
 */
export const PUBLISHED_SECRETS: readonly string[] = [
  'demo-secret-of-the-links-in-mails',
  'demo-customer-centre-tasks-secret',
  'demo-pricing-engine',
  'demo-till-sync',
  'demo',
  'admin',
  'portal',
  'portal_api',
  'portal_owner',
  'postgres',
  'keycloak',
];

/** True for a secret that this repository names. */
export function isPublished(secret: string): boolean {
  return PUBLISHED_SECRETS.includes(secret.trim());
}

/** True when the password in an address is one of them. */
export function hasPublishedPassword(address: string): boolean {
  const { password } = new URL(address);
  return password !== '' && isPublished(decodeURIComponent(password));
}
