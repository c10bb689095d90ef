export { forgetDeliveries } from './forget-deliveries.ts';
export { intakeHandlers } from './handlers.ts';
export { countOpenDeliveries } from './read-deliveries.ts';
