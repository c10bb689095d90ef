export { pdfHandlers } from './handlers.ts';
export { forgetPdfs } from './pdf-links.ts';
