/** A deleted one may be delivered again; every other stays known, so that a late retry never replaces a newer one. */
export const DELIVERY_STATES = ['open', 'approved', 'replaced', 'expired', 'deleted'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
