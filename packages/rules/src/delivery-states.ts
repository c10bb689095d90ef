/** Only a deleted one may be delivered again: no late retry replaces a newer one. */
export const DELIVERY_STATES = ['open', 'approved', 'replaced', 'expired', 'deleted'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
