import type { Task } from '../../child-pool/messages.ts';
import { type PharmacyFile, readPharmacyFile } from './read-pharmacy-file.ts';

const task: Task<{ path: string; now: Date }, PharmacyFile> = async ({ path, now }) => ({
  answer: await readPharmacyFile(path, now),
});
export default task;
