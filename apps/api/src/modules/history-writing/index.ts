export { readKeptSince } from './kept-since.ts';
export { verifyChain } from './verify-chain.ts';
export {
  type Actor,
  actorOf,
  type ChainHead,
  IS_SAVE,
  lockHead,
  nextHistoryId,
  SYSTEM,
  writeHistory,
} from './write-history.ts';
