export { logExportHandlers } from './handlers.ts';
export { createLogExportSender } from './send-log-export.ts';
