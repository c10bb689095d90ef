import { generateKeyPairSync } from 'node:crypto';

type Jwk = { readonly kty: string } & Readonly<Record<string, string>>;

const KEYS = 'PORTAL_TEST_SIGNING_KEYS';

/** Two RSA keys, the issuer's and a stranger's, as private JWKs: made once for all processes of a run, since a pair takes longer than many a test. */
export function signingKeys(): Jwk[] {
  process.env[KEYS] ??= JSON.stringify([newKey(), newKey()]);
  return JSON.parse(process.env[KEYS]) as Jwk[];
}

function newKey(): Jwk {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as Jwk;
}
