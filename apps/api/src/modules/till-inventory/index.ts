export { readEqualArticles } from './compare-lists.ts';
export { type DoubtedInventory, dropDoubted, readAllDoubted, readDoubted } from './doubted.ts';
export { explainArticles } from './explain-articles.ts';
export { tillInventoryHandlers } from './handlers.ts';
export { readHeldRows, readInventories, storeInventory, tillOfExport } from './inventory.ts';
export { findDoubts } from './look-at-whole.ts';
export { readTillDeviations, sumUpDeviations, type TillDeviations } from './note-comparison.ts';
export { readComparison, readComparisons } from './read-comparison.ts';
export { readHeldArticle } from './read-held-article.ts';
