import type { TillProfile } from '@portal/rules';
import type { Task } from '../../child-pool/messages.ts';
import { readInventoryFile } from './read-inventory-file.ts';

/** The parts are PZNs and cents, -1 without a price. */
const task: Task<TillProfile, null> = async (profile, bytes) => {
  const { pzns, cents } = await readInventoryFile(profile, bytes);
  const parts = [pzns, cents.map((price) => price ?? -1)].map((numbers) =>
    Buffer.from(Int32Array.from(numbers).buffer),
  );
  return { answer: null, parts };
};
export default task;
