export { readRetainedSince } from './retained-since.ts';
export { type HistoryReader, IS_SAVE, MAY_HAVE_LOG, MAY_SEE_ENTRY, readerValues } from './own-entries.ts';
export { verifyChain } from './verify-chain.ts';
export {
  type Actor,
  actorOf,
  nextHistoryId,
  SYSTEM,
  writeHistory,
} from './write-history.ts';
