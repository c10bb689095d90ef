import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@portal/dev/stack/build-web.ts';
import { checkScreen } from '../src/check-screen.ts';
import { test } from '../src/runner.ts';

/** The parts of the interface on a page of their own (`pnpm gallery`), in light and dark, wide and on a phone. */
const ORIGIN = 'http://gallery.localhost';
const WEB = join(ROOT, 'apps/web');

test('the gallery shows every part of the interface, accessible in both colour schemes', async ({ newProfile }) => {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-gallery-'));
  const build = ['build', '--config', 'gallery/vite.config.ts', '--outDir', folder, '--emptyOutDir'];
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', ...build], { cwd: WEB });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      const viewport = { width, height: 900 };
      const context = await newProfile({ viewport, colorScheme });
      await context.route(`${ORIGIN}/**`, (route) =>
        route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
      );
      const page = await context.newPage();
      await page.goto(`${ORIGIN}/index.html`);
      await page
        .getByRole('grid', { name: 'Preisliste', exact: true })
        .getByText('Artikel 3', { exact: true })
        .waitFor();
      const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
      assert.deepEqual(headings, ['Buttons', 'Tags', 'Fields', 'Cells', 'Grid', 'Tables', 'Dialogs', 'Notices']);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme), colorScheme);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, 'nothing is cut off');
      await page.getByRole('button', { name: 'Rückfrage vor dem Löschen' }).click();
      await checkScreen(page, `gallery-dialog-${colorScheme}-${width}`);
      await page.getByRole('button', { name: 'Abbrechen' }).last().click();
      await checkScreen(page, `gallery-${colorScheme}-${width}`);
      await context.close();
    }
  }
  await rm(folder, { recursive: true });
});
