export { readKeptSince } from './kept-since.ts';
export { verifyChain } from './verify-chain.ts';
export { type Actor, actorOf, IS_SAVE, nextHistoryId, SYSTEM, writeHistory } from './write-history.ts';
