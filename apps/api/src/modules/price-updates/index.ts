export { approveAutomatically, readGuardrails } from './approve-automatically.ts';
export { type ClosedHow, closeUpdate } from './close-update.ts';
export { priceUpdateHandlers } from './handlers.ts';
export { listBeforeSql, leavingSql } from './leaving-sql.ts';
export { findUpdate, requireOpen, tryLockUpdate, type UpdateKey, type UpdateRow } from './lock-update.ts';
export { recomputeDeadline } from './recompute-deadline.ts';
export { readUpdateRows } from './read-update-rows.ts';
export { requireVisible } from './update-access.ts';
export { CLOSED_REASON, UPDATE_EVENT, withoutSuccessor } from './update-texts.ts';
