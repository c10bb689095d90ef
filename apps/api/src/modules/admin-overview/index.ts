export { adminOverviewHandlers } from './handlers.ts';
