export { approvalPartHandlers } from './handlers.ts';
