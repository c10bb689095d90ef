export {
  lockAllLists,
  type LockedList,
  lockLists,
  lockPharmacyRows,
  type PharmacyLock,
  tryLockLists,
} from './locks.ts';
