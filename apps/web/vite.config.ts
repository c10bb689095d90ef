import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTargets } from './browser-targets.ts';
import { evaluateCalls } from './calls-plugin.ts';
import { precompress } from './precompress-plugin.ts';
import { translations } from './translations-plugin.ts';

/** Where `vite` alone finds the api; the hot-reload server of the portal sets it. */
const api = process.env.PORTAL_API_URL ?? 'http://localhost:3000';

export default defineConfig({
  // Text beside other text is put into an element of its own (ADR 90).
  plugins: [react({ jsxImportSource: '#jsx' }), translations(), evaluateCalls(), precompress()],
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  build: {
    target: buildTargets(),
    // Files named by their content may be cached for ever; the css and fonts stay files, so that no data: address is needed.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What is needed together is one file: the entry, React, the shell, the first rows of a list, menus and
          // dialogs, the editor of a list. Without the last two, an editor would be 28 files.
          groups: [
            { name: 'index', tags: ['$initial'], priority: 5 },
            {
              name: 'react',
              test: /node_modules[\\/](react-dom|react-router|i18next|react-i18next)[\\/]|src[\\/]jsx[\\/]/,
              priority: 4,
            },
            // Without Mantine's basic functions, which `lists` would capture, the first menu would load the lists.
            { name: 'start', test: /src[\\/]app[\\/]start\.tsx$|@mantine[\\/]core[\\/]esm[\\/]core[\\/]/, priority: 3 },
            { name: 'lists', test: /src[\\/]app[\\/]Price(List|Update)Route\.tsx$/, priority: 2 },
            {
              name: 'widgets', // screens and tables stand on `lists`
              test: /node_modules[\\/]@mantine[\\/]core[\\/]|src[\\/](ui[\\/](?!screen|table)|lib[\\/])/,
              priority: 1,
              minShareCount: 2,
            },
            { name: 'editor', test: /src[\\/]app[\\/](PriceList|Update)EditorWithTools\.tsx$/, priority: 0.5 },
          ],
        },
      },
    },
  },
});
