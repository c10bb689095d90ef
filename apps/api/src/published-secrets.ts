/** Published here, so refused in production. docker/keycloak/start.sh repeats the long ones. */
export const PUBLISHED_SECRETS: readonly string[] = [
  'demo-secret-of-the-links-in-mails',
  'demo-customer-centre-tasks-secret',
  'demo-pricing-engine',
  'demo-customer-centre',
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
