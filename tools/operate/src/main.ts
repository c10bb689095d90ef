// What the image brings for operators: `docker compose run --rm tools NAME …` (docs/docker.md).
import { operate } from './operate.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);
// Prisma's adapter keeps its pool open.
process.exit(await operate(process.argv.slice(2), process.env, { say, complain }));
