export { labelHandlers } from './handlers.ts';
export { readLabel, readOutdatedLabels } from './read-labels.ts';
