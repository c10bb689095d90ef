// `pnpm test:watch [unit|api|web|stress] [NAME …]`: at each change of a file, runs the tests whose path has a NAME in it; without a
// NAME those that import what has changed since the last commit. The database stays up in between.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startTestCluster } from '../dev/src/test-database.ts';
import { JEST } from './jest.mjs';

const PROJECTS = ['unit', 'api', 'web'];
const words = process.argv.slice(2);
const projects = [...PROJECTS, 'stress'].includes(words[0]) ? words.splice(0, 1) : PROJECTS;

// Tests find it by the environment (dev/src/jest/setup-database.mjs).
const database = projects.includes('api') || projects.includes('stress') ? await startTestCluster() : undefined;
process.on('SIGINT', () => {}); // jest gets it too, and ends first
const jest = spawn(process.execPath, [...JEST, '--watch', ...words, '--selectProjects', ...projects], {
  stdio: 'inherit',
});
const [code] = await once(jest, 'exit');
await database?.stop();
process.exit(code ?? 0);
