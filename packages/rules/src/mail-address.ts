import { boundText, textIssue } from './incoming-text.ts';

/** HTML's input of type email, with a dot in the domain (https://html.spec.whatwg.org/#valid-e-mail-address). */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
const MAX_LENGTH = 254;
const MAX_TYPED = 1_000;

/** Normalized: the domain in ASCII. Undefined: not an address (rule 15.1). */
export function mailAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (textIssue(trimmed, MAX_TYPED)) return undefined;
  const at = trimmed.lastIndexOf('@');
  const domain = asciiDomain(trimmed.slice(at + 1));
  const address = `${trimmed.slice(0, at)}@${domain}`;
  return at > 0 && address.length <= MAX_LENGTH && ADDRESS.test(address) ? address : undefined;
}

function asciiDomain(domain: string): string {
  // oxlint-disable-next-line no-control-regex -- everything that is ASCII
  if (/^[\u0000-\u007f]*$/.test(domain) || /[\s/?#\\:@[\]%]/.test(domain)) return domain;
  const url = `http://${boundText(domain, MAX_TYPED)}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}
