import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTargets } from './browser-targets.ts';
import { bareContract } from './bare-contract-plugin.ts';
import { mantineStyles } from './mantine-styles-plugin.ts';
import { noCircles } from './no-circles-plugin.ts';
import { precompress } from './precompress-plugin.ts';
import { translations } from './translations-plugin.ts';

/** Where `vite` alone finds the api; the hot-reload server of the portal sets it. */
const api = process.env.PORTAL_API_URL ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), translations(), bareContract(), noCircles(), mantineStyles(), precompress()],
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  build: {
    target: buildTargets(),
    // Files named by their content may be cached for ever; the css and fonts stay files, so that no data: address is needed.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file each for what everybody needs, with all that it needs: first what main.ts has run by itself, of which React stays
        // the same from release to release; then the rest of the start; then what lists and packages share. What few pages share
        // comes as it falls. Merging small files by their size would be fewer, but makes files that need each other, of
        // which one runs too early.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 5 },
            { name: 'base', test: /src[\\/]api[\\/]portal-api\.ts$/, priority: 4 },
            {
              name: 'react',
              test: /node_modules[\\/](react-dom|react-router|i18next|react-i18next)[\\/]/,
              priority: 3,
            },
            { name: 'start', test: /src[\\/]app[\\/]start-portal\.tsx$/, priority: 2 },
            { name: 'editing', test: /src[\\/]editing[\\/](Editor|ArrivingList)\.tsx$/, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
        // Their names are lists of the pages.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash].js`,
      },
    },
  },
});
