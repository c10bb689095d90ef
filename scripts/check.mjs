// `pnpm check`: unused files, exports and dependencies.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(process.execPath, ['node_modules/knip/bin/knip.js'], { stdio: 'inherit' });
process.exit(status ?? 1);
