/**
 * Later changes on disk do not count.
 * @throws DOMException where it was moved, locked or taken away with its drive
 */
export async function holdFile(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type });
}
