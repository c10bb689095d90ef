export { countLacking, readLacking } from './read-lacking.ts';
export { readLags } from './read-lags.ts';
export {
  countingLoads,
  loadedVersions,
  loadsOf,
  readTillPosition,
  type TillLoad,
  type TillLoads,
  type TillPosition,
} from './read-till-position.ts';
export { readTillStatus } from './read-till-status.ts';
