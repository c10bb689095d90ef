import { buildForProduction } from './stack/build-web.ts';

/** `pnpm build`: the web application for production, into apps/web/dist. */
await buildForProduction();
process.stdout.write('Oberfläche gebaut: apps/web/dist\n');
