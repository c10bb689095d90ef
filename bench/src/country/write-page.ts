export async function writePage(page: unknown): Promise<void> {
  await Promise.resolve(page);
}
