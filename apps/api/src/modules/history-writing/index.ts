export { type Actor, SYSTEM, writeHistory } from './write-history.ts';
