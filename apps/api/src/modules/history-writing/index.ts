export { type Actor, nextHistoryId, SYSTEM, writeHistory } from './write-history.ts';
