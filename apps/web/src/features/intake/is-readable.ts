/**
 * A file that was changed since it was chosen, e.g. to correct it, cannot be sent any more; the browser would only say that the
 * network failed.
 */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await new Response(file.slice(0, 1)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
