import { setTimeout } from 'node:timers/promises';

const START_MS = 1_500;
/** Five looks at its processor time. */
const WATCHED_MS = 500;

for (const before = process.cpuUsage(); used(before) < START_MS; ) Math.random();

function used(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Takes 1.5 s of processor time to load, none to answer. */
export default async () => {
  await setTimeout(WATCHED_MS);
  return { answer: 'done' };
};
