export { closeTask } from './close-task.ts';
export { deliverMessages, type DeliveryDeps, type Sender, type Senders } from './deliver-messages.ts';
export { forgetMessages } from './forget-messages.ts';
export { createMailer, type Mailer } from './mailer.ts';
export { type MessageKind, type MessagePayloads, writeMessage } from './messages.ts';
export { redeliverMessage } from './redeliver-message.ts';
export { createSignedSender } from './send-signed.ts';
export { tellCustomerCentre } from './tell-customer-centre.ts';
