import { portal } from '../src/running.ts';
import { test } from '../src/runner.ts';

test('test and pilot are named, on narrow screens in short', async ({ visitAs }) => {
  const { page } = await visitAs('vertrieb', '/404');
  let environment = '';
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), environment } });
  });
  for (const [name, long, short] of [
    ['test', 'Testumgebung', 'TEST'],
    ['pilot', 'Pilotbetrieb', 'PILOT'],
  ] as const) {
    environment = name;
    await page.goto(`${portal().stack.portalUrl}/404`);
    await page.getByText(long, { exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByText(short, { exact: true }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
