export { readEqualArticles } from './compare-lists.ts';
export { explainArticles } from './explain-articles.ts';
export { tillInventoryHandlers } from './handlers.ts';
export { type HeldRows, type Inventory, readHeldRows, readInventory, storeInventory } from './inventory.ts';
export { readTillDeviations } from './note-comparison.ts';
export { readComparison } from './read-comparison.ts';
