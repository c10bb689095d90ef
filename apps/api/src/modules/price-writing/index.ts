export {
  type EndedPeriod,
  endedAgainSql,
  readStandingSince,
  givenBackSql,
  readEndedPeriods,
  type StandingPeriod,
} from './ended-periods.ts';
export { EFFECTIVE_AFTER, EFFECTIVE_BEFORE, EFFECTIVE_PRICE, effectiveSql } from './effective-sql.ts';
export {
  type LockedList,
  type LockedLists,
  lockList,
  lockListRows,
  lockLists,
  lockPharmacyRows,
  type PharmacyLock,
  tryLockLists,
} from './locks.ts';
export { dueForReviewSql, FIXED, renewReviews, restoreReviews, setReminders, spreadReviews } from './review-dates.ts';
export {
  BEFORE_COLUMNS,
  imageOf,
  pricesOf,
  rowOf,
  rowsSql,
  type StoredChange,
  type Target,
} from './store-rows-sql.ts';
export { type PriceMoves, writeLists } from './write-lists.ts';
