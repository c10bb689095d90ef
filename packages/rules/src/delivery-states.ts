/** Only a deleted one may be delivered again: no late retry replaces a newer one. */
export const DELIVERY_STATES = ['open', 'approved', 'replaced', 'expired', 'deleted'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Of a delivery that became no package by itself (rule 20.11). */
export const REFUSED_STATES = ['open', 'taken', 'refused', 'closed'] as const;
export type RefusedState = (typeof REFUSED_STATES)[number];
