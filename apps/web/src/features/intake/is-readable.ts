/** A file changed after choosing cannot be sent; the browser reports a network error. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await new Response(file.slice(0, 1)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
