import type { IncomingHttpHeaders } from 'node:http';
import { REASON } from '@portal/contracts';
import type { Digest, StatedContent } from '../files/stated-content.ts';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';

const ALGORITHMS: Readonly<Record<string, Digest['algorithm']>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };
const LENGTH = { sha256: 32, sha512: 64 } as const;
/** A member of the dictionary of RFC 9530: 'sha-256=:BASE64:'. */
const MEMBER = /^([a-z0-9-]+)=:([A-Za-z0-9+/]+={0,2}):$/;

/**
 * `Delivery-Rows` and `Content-Digest` (rule 10.51).
 * @throws PortalError 400
 */
export function readStatedContent(headers: IncomingHttpHeaders): StatedContent {
  return { rows: readRows(headers['delivery-rows']), digests: readDigests(headers['content-digest']) };
}

function readRows(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^\d{1,7}$/.test(header)) throw invalid(TEXT.upload.badRows);
  return Number(header);
}

function readDigests(header: string | string[] | undefined): Digest[] | undefined {
  if (header === undefined) return undefined;
  const members = String(header)
    .split(',')
    .map((member) => MEMBER.exec(member.trim()));
  const digests = members.flatMap((member): Digest[] => {
    const algorithm = ALGORITHMS[member?.[1] ?? ''];
    return algorithm ? [{ algorithm, value: Buffer.from(member?.[2] ?? '', 'base64') }] : [];
  });
  const isReadable = digests.every(({ algorithm, value }) => value.length === LENGTH[algorithm]);
  if (digests.length === 0 || !isReadable || members.includes(null)) throw invalid(TEXT.upload.badDigest);
  return digests;
}

function invalid(message: string): PortalError {
  return new PortalError(400, REASON.invalid, message);
}
