import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gallery has an entry of its own, so that nothing of it reaches the portal's build. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: '../public',
  plugins: [react({ jsxImportSource: '#jsx' })],
});
