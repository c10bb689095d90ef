export { pdfHandlers } from './handlers.ts';
