import { readFileSync } from 'node:fs';

const MANIFEST = new URL('../../../../package.json', import.meta.url);

/** The number of this build; it rises with each release (ADR 63). */
export const BUILD: string = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }).version;
/** What connections are called; builds before 0.2.0 name no number. */
export const APPLICATION_NAME = `preisportal-api ${BUILD}`;
