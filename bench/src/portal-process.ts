import { startBenchPortal } from './bench-portal.ts';

// The portal in a process of its own, for `startPortalProcess`: says where it is, and ends with its standard input.
const { url, databaseUrl, pool, close } = await startBenchPortal();
process.stdout.write(`${JSON.stringify({ url, databaseUrl })}\n`);
process.stdin.resume();
process.stdin.once('end', () => {
  void pool
    .end()
    .then(close)
    .then(() => process.exit(0));
});
