/**
 * The state of a delivery: still open, approved, replaced by a newer one, deleted by the clock ('expired'), deleted by staff.
 * A deleted one may be delivered again; every other stays known, so that a late retry never displaces a newer one.
 */
export const DELIVERY_STATES = ['open', 'approved', 'replaced', 'expired', 'deleted'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
