export { countLacking, readLacking, readLackingOfAny } from './read-lacking.ts';
export { readLags } from './read-lags.ts';
export {
  type Overruled,
  readAllOverruled,
  readOverruled,
  readPricesSaid,
  readSaidSince,
  type SaidSince,
} from './read-said-since.ts';
export { readStandOf } from './read-stand.ts';
export {
  accountsOf,
  fileLoadsOf,
  type FileLoad,
  loadedVersions,
  loadsOf,
  loadsOfGroup,
  readTillPosition,
  type TillLoad,
  type TillLoads,
  type TillPosition,
} from './read-till-position.ts';
export { type KnownTills, readTills } from './read-tills.ts';
export { removeTill } from './remove-till.ts';
export { sumUpTills } from './sum-up-tills.ts';
