import { readFileSync } from 'node:fs';
import { openTable } from '../../src/files/open-table.ts';

// Run as a process of its own: reads the files that its arguments name and prints how much the process has grown by that, in MB.

const before = process.memoryUsage.rss();
for (const path of process.argv.slice(2)) {
  try {
    const table = await openTable(path);
    for await (const _records of table.batches);
    await table.close();
  } catch {
    // what is said of each file is another test's matter
  }
}
// Linux counts what the parent held when it started this process as its highest use, unless asked here.
const peak =
  process.platform === 'linux'
    ? Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
    : process.resourceUsage().maxRSS * 1024;
process.stdout.write(String(Math.round((peak - before) / 2 ** 20)));
