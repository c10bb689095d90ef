import { buildWeb } from './stack/build-web.ts';

/** `pnpm build`: the web application for production, into apps/web/dist. */
process.stdout.write((await buildWeb()) ? 'Oberfläche gebaut: apps/web/dist\n' : 'Oberfläche ist unverändert.\n');
