import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTargets } from './browser-targets.ts';
import { translations } from './translations-plugin.ts';

/** Where `vite` alone finds the api; the hot-reload server of the portal sets it. */
const api = process.env.PORTAL_API_URL ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), translations()],
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  build: {
    target: buildTargets(),
    // Files named by their content may be cached for ever; the css and fonts stay files, so that no data: address is needed.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What the pages share would come in 70 files, most of them of 1 KB; each file of the start costs all who open the portal.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 40_000 },
          ],
        },
        // Their names are lists of the pages.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash].js`,
      },
    },
  },
});
