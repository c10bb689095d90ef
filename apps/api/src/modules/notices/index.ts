export { forgetAddresses } from './forget-addresses.ts';
export { noticeHandlers } from './handlers.ts';
export { noteRights } from './note-rights.ts';
export { seenSince } from './recipients.ts';
export { createConfirmationSender } from './send-confirmation.ts';
export { createNoticeSender, type ReadToReview } from './send-notice.ts';
export { createDeliverySender } from './send-delivery.ts';
export { writeDueDeliveries } from './write-due-deliveries.ts';
export { writeDueNotices } from './write-due-notices.ts';
