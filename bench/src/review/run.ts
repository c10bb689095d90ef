import { join } from 'node:path';
import { launchBrowser } from '@portal/e2e/src/browser.ts';
import { CONTESTANTS, type ContestantName, servePages } from '../grid/build-pages.ts';
import { median, p95, report } from '../measure.ts';
import './page/contestant.ts';

/** Reviewing 20,000 rows and one edit in the browser, beside the same in the row model of AG Grid Community, by turns. */
const ROUNDS = 5;
const BUILDS = 12;
const EDITS = 100;

type Visit = { cold: number; builds: number[]; edits: number[]; flagged: number };

const pages = await servePages(join(import.meta.dirname, 'page'), CONTESTANTS);
const browser = await launchBrowser();
try {
  const visits: Record<ContestantName, Visit[]> = { ours: [], ag: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of CONTESTANTS) visits[name].push(await visit(pages.urlOf(name)));
  }
  const of = (name: ContestantName, take: (visit: Visit) => number) => median(visits[name].map(take));
  process.stdout.write(
    '20,000 rows: the review, AG Grid Community with the rules that look at one row, times faster\n',
  );
  print('first review of a page, ms', (visit) => visit.cold);
  print('review, ms', (visit) => median(visit.builds), { text: '≤ 30 ms', most: 30 });
  print('review, fastest, ms', (visit) => Math.min(...visit.builds));
  print('one edit, ms', (visit) => median(visit.edits), { text: '≤ 2 ms', most: 2 });
  print('one edit, 95 of 100, ms', (visit) => p95(visit.edits));
  const limited = await visit(`${pages.urlOf('ours')}?guardrails`);
  const edit = median(limited.edits);
  const ratio = `${(edit / of('ours', (visit) => median(visit.edits))).toFixed(1)} × without`;
  report('one edit with guardrails set, ms', `${edit.toFixed(1)}  ${ratio}`, { text: '≤ 2 ms', holds: edit <= 2 });
  report('rows with a reason', `${of('ours', ({ flagged }) => flagged)}  ${of('ag', ({ flagged }) => flagged)}`);

  function print(label: string, take: (visit: Visit) => number, goal?: { text: string; most: number }): void {
    const [ours, ag] = [of('ours', take), of('ag', take)];
    const value = `${ours.toFixed(1)}  ${ag.toFixed(1)}  ${(ag / ours).toFixed(1)} ×`;
    report(label, value, goal && { text: goal.text, holds: ours <= goal.most });
  }
} finally {
  await browser.close();
  await pages.close();
}

async function visit(url: string): Promise<Visit> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction(() => 'reviewing' in globalThis);
  await page.waitForTimeout(500); // making up the data is not what is measured
  const [cold = Number.NaN, ...builds] = await page.evaluate((times) => reviewing.builds(times), BUILDS);
  const flagged = await page.evaluate(() => reviewing.flagged);
  const edits = await page.evaluate((times) => reviewing.edits(times), EDITS);
  await page.close();
  return { cold, builds, edits, flagged };
}
