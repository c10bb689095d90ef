import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';

/** The private RS256 key that signs every token, with the `kid` under which its public half is published. */
export type SigningKey = JWK & { kid: string };

const FILE_NAME = 'identity-signing-key.json';

/**
 * Reads the signing key of a data folder; makes one at the first start, readable by its owner only.
 * Keeping it means that a token issued before a restart can still be verified after it.
 *
 * @throws Error naming the file when it holds no usable key
 */
export async function loadSigningKey(dataDir: string): Promise<SigningKey> {
  const path = join(dataDir, FILE_NAME);
  const stored = await readIfPresent(path);
  if (stored === undefined) return createSigningKey(dataDir, path);
  try {
    const key = JSON.parse(stored) as SigningKey;
    if (typeof key.kid !== 'string' || key.d === undefined) throw new Error('kid or private part is missing');
    await importJWK(key, 'RS256');
    return key;
  } catch (cause) {
    throw new Error(`The signing key in ${path} is damaged. Delete the file to have a new one made.`, { cause });
  }
}

async function createSigningKey(dataDir: string, path: string): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const key = { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'RS256' };
  await mkdir(dataDir, { recursive: true });
  // Written beside and renamed, so that a crash never leaves half a key.
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, JSON.stringify(key), { mode: 0o600 });
  await rename(draft, path);
  return key;
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
