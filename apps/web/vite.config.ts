import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTargets } from './browser-targets.ts';
import { bareContract } from './bare-contract-plugin.ts';
import { compileAhead } from './compile-ahead-plugin.ts';
import { mantineIds } from './mantine-ids-plugin.ts';
import { mantineStyles } from './mantine-styles-plugin.ts';
import { noCircles } from './no-circles-plugin.ts';
import { precompress } from './precompress-plugin.ts';
import { translations } from './translations-plugin.ts';

/** Where `vite` alone finds the api; the hot-reload server of the portal sets it. */
const api = process.env.PORTAL_API_URL ?? 'http://localhost:3000';

/** What every start and every list run most of: compiled as a whole while it is being read, off the main thread (ADR 84). */
const RUN_AT_ONCE = new Set(['index', 'base', 'react', 'start', 'widgets', 'pages', 'lists', 'work']);

export default defineConfig({
  plugins: [
    // Text beside other text in an element of its own (ADR 90).
    react({ jsxImportSource: '#jsx' }),
    translations(),
    bareContract(),
    noCircles(),
    mantineIds(),
    mantineStyles(),
    compileAhead(RUN_AT_ONCE),
    precompress(),
  ],
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  build: {
    target: buildTargets(),
    // Files named by their content may be cached for ever; the css and fonts stay files, so that no data: address is needed.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file each for what is needed together, from what everybody needs to what few do (ADR 80): what main.ts runs by itself; what the
        // rest of the start begins with; React, which stays the same from release to release; what the first screen shows; menus and
        // dialogs; Mantine's other components; what pages of several subjects share; the first rows of lists and packages; what works on
        // them. What few pages share comes as it falls. Merging small files by their size would be fewer, but makes files that need each other, of which one runs too early.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 5 },
            { name: 'base', test: /src[\\/]api[\\/]portal-api\.ts$/, priority: 4 },
            {
              name: 'react',
              test: /node_modules[\\/](react-dom|react-router|i18next|react-i18next)[\\/]|src[\\/]jsx[\\/]/,
              priority: 3,
            },
            {
              name: 'start',
              test: /src[\\/]app[\\/]start-portal\.tsx$|components[\\/]Progress[\\/]Progress\.mjs$/,
              priority: 2,
            },
            {
              name: 'dialogs',
              test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](Menu|Modal)[\\/]|src[\\/]ui[\\/]((Confirm)?Dialog|late-menu[\\/]AnchoredMenu)\.tsx$/,
              priority: 1.8,
            },
            {
              name: 'widgets',
              test: /node_modules[\\/]@mantine[\\/](core|hooks)[\\/]|src[\\/]ui[\\/]SearchField\.tsx$/,
              minShareCount: 2,
              priority: 1.6,
            },
            {
              name: 'pages',
              test: /src[\\/](lib|ui)[\\/]|list-view[\\/]src[\\/]price-list[\\/]german-order|packages[\\/]rules[\\/]|node_modules[\\/](react-window|@tabler)[\\/]/,
              minShareCount: 3,
              priority: 1.4,
            },
            { name: 'lists', test: /src[\\/]app[\\/]Price(List|Update)Route\.tsx$/, priority: 1 },
            {
              name: 'work',
              test: /src[\\/](app[\\/]Price(List|Update)Work|ui[\\/]screen[\\/]ModeBar)\.tsx$/,
              priority: 0.8,
            },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
        // Their names are lists of the pages.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash].js`,
      },
    },
  },
});
