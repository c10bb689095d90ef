// `pnpm till-sync:bundle [FOLDER]`: writes the sync job as a folder that runs on a till's computer with Node.js alone, by default
// to dist/till-sync (docs/till-sync.md).
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const folder = process.argv[2] ?? join('dist', 'till-sync');
const job = join(import.meta.dirname, '..', 'tools', 'till-sync');
const bundle = await rolldown({ input: join(job, 'src', 'main.ts'), platform: 'node' });
await bundle.write({ file: join(folder, 'till-sync.mjs') });
await bundle.close();
await cp(join(job, 'service'), join(folder, 'service'), { recursive: true });
