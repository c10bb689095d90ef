/** Rule 1.11. */
const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'X-XSRF-TOKEN';

/** The form that the portal's server gives its tokens, which needs no decoding. */
const OWN_FORM = /^[\w-]{43}$/;

/**
 * Other applications on the host may have cookies of the same name and form. Browsers put cookies of narrower paths first
 * (RFC 6265, 5.4); those are not sent to the api, the last one is.
 */
export function readXsrfToken(cookies: string): string | undefined {
  const name = `${XSRF_COOKIE}=`;
  const pairs = cookies.split(';').map((pair) => pair.trim());
  const values = pairs.filter((pair) => pair.startsWith(name)).map((pair) => pair.slice(name.length));
  return values.findLast((value) => OWN_FORM.test(value));
}
