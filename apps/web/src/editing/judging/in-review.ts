/** What 'Zu prüfen' shows first. */
export const IN_REVIEW = { review: 'all', reviewOrder: 'weight' } as const;

/** What a link adds to the address of a list, and its state, to open the rows to review (rule 14.37). */
export const TO_REVIEW = { search: `?review=${IN_REVIEW.review}:${IN_REVIEW.reviewOrder}`, state: { review: true } };

/** The same of fixed prices that are due (rule 19.4). */
export const DUE_IN_REVIEW = { ...IN_REVIEW, review: 'dueReview' } as const;
export const DUE_TO_REVIEW = `?review=${DUE_IN_REVIEW.review}:${DUE_IN_REVIEW.reviewOrder}`;
