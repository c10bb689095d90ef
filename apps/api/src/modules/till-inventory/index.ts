export { readEqualArticles } from './compare-lists.ts';
export { explainArticles } from './explain-articles.ts';
export { tillInventoryHandlers } from './handlers.ts';
export { type HeldRows, readHeldRows, readInventories, storeInventory, tillOfExport } from './inventory.ts';
export { readTillDeviations, sumUpDeviations, type TillDeviations } from './note-comparison.ts';
export { readComparison, readComparisons } from './read-comparison.ts';
export { readHeldArticle } from './read-held-article.ts';
