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

/** True when an address has one of them as its password, in either place that PostgreSQL's clients read. */
export function hasPublishedPassword(address: string): boolean {
  const { password, searchParams } = new URL(address);
  return [decodeURIComponent(password), ...searchParams.getAll('password')].some(isPublished);
}

/** Fewer different characters than any random text of 32 in hexadecimal has. */
const FEWEST_CHARACTERS = 8;

/** True for 'aaaa…' and for a piece that is repeated: long, and guessed at once. */
export function isMonotonous(secret: string): boolean {
  const half = Math.floor(secret.length / 2);
  const repeats = Array.from({ length: half }, (_, index) => index + 1).some((period) =>
    secret.startsWith(secret.slice(period)),
  );
  return repeats || new Set(secret).size < FEWEST_CHARACTERS;
}
