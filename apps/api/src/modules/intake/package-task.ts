import { createReadStream } from 'node:fs';
import type { UpdateKind } from '@portal/rules';
import type { Task } from '../../child-pool/messages.ts';
import { type ReadPackage, readPackage } from './read-package.ts';

export type PackageOrder = { readonly kind: UpdateKind; readonly path: string; readonly bytes: number };

/** The parts are the texts. */
const task: Task<PackageOrder, Omit<ReadPackage, 'texts'>> = async ({ kind, path, bytes }) => {
  const { texts, ...answer } = await readPackage(kind, createReadStream(path, { end: bytes - 1 }));
  return { answer, parts: texts };
};
export default task;
