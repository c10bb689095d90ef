/** The anti-forgery token: the server sets the cookie, writes carry it as a header (rule 1.11). */
export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'X-XSRF-TOKEN';

/** The decoded value of a cookie in a `document.cookie` text. */
export function readCookie(name: string, cookies: string): string | undefined {
  const pair = cookies.split('; ').find((candidate) => candidate.startsWith(`${name}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
}
