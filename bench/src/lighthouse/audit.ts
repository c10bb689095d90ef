import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Fetched when it is run: 60 packages that nothing else needs. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** Far more than a load takes; a run that hangs ends. */
const LONGEST_MS = 180_000;

export type Audit = {
  /** Performance, 0 to 100. */
  readonly score: number;
  /** Ms of the simulated phone. */
  readonly paintedMs: number;
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly shift: number;
  /** Lighthouse's own measure of the processor: about 1,000 to 4,000. */
  readonly machine: number;
  /** What Lighthouse says against its own figures: a page that was not complete, for one. */
  readonly warnings: readonly string[];
};

type Report = {
  categories: { performance: { score: number | null } };
  audits: Record<string, { numericValue?: number }>;
  environment: { benchmarkIndex: number };
  runWarnings: string[];
  runtimeError?: { message: string };
};

/**
 * One load of an address by Lighthouse's mobile settings, in the browser that listens on a port of this machine, with the cookies it has.
 *
 * @param visit `kept`: whether the cache and what the portal has stored stay as they are; without, the load is a first visit. `slowdown`: × the time that the
 * processor takes here
 * @throws Error where the load could not be measured
 */
export async function audit(
  url: string,
  port: number,
  { kept, slowdown }: { kept: boolean; slowdown: number },
  folder: string,
): Promise<Audit> {
  const file = join(folder, 'report.json');
  const args = ['--yes', LIGHTHOUSE, url, `--port=${port}`, '--only-categories=performance', '--quiet'];
  const phone = `--throttling.cpuSlowdownMultiplier=${slowdown.toFixed(2)}`;
  const output = ['--output=json', `--output-path=${file}`, ...(kept ? ['--disable-storage-reset'] : [])];
  const shell = process.platform === 'win32';
  await promisify(execFile)('npx', [...args, phone, ...output], { timeout: LONGEST_MS, shell });
  const report = JSON.parse(await readFile(file, 'utf8')) as Report;
  await rm(file);
  const { score } = report.categories.performance;
  if (report.runtimeError || score === null) throw new Error(report.runtimeError?.message ?? `no score for ${url}`);
  const of = (name: string) => report.audits[name]?.numericValue ?? Number.NaN;
  return {
    score: Math.round(score * 100),
    paintedMs: of('first-contentful-paint'),
    largestPaintMs: of('largest-contentful-paint'),
    blockingMs: of('total-blocking-time'),
    shift: of('cumulative-layout-shift'),
    machine: report.environment.benchmarkIndex,
    warnings: report.runWarnings,
  };
}
