export { changesSpan, changesSql } from './changes-sql.ts';
export {
  formatCursor,
  parseCursor,
  type Position,
  reaches,
  sameVersions,
  storedPosition,
  type Versions,
  versionArray,
} from './cursor.ts';
export { forceTillReload } from './force-till-reload.ts';
export { tillSyncHandlers } from './handlers.ts';
export { currentPosition, isCurrent, mayBeCurrent } from './is-current.ts';
export { positionOf } from './position-of.ts';
export { readApprovedPrices } from './read-prices.ts';
export { readTillPharmacy } from './read-position.ts';
export { isSetBack, readLoadedPosition, setBackTill } from './set-back-till.ts';
export { forgetRefusals, readRefused, readSent } from './tells.ts';
export { noteTillCall, readTillState, type TillAccount, type TillCaller, tillCallerOf } from './till-account.ts';
export { TILL_TEXT } from './till-texts.ts';
