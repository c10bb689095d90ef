export { tillInventoryHandlers } from './handlers.ts';
export { type HeldRows, type Inventory, pznText, readHeldRows, readInventory, storeInventory } from './inventory.ts';
