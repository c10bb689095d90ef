/** In place of an article's name; no name has a NUL. */
export const namedLater = (pzn: string): string => `\0${pzn}\0`;
// oxlint-disable-next-line no-control-regex
export const NAMED_LATER = /\0(\d{8})\0/g;
