/** Of a row of `price_update` (rule 20.17): its certificate is not green, and nobody took it in by hand. */
export const DOUBTED = `coalesce(arrival->>'colour' <> 'green' AND arrival->>'takenByHand' IS NULL, false)`;
