/** By then every browser has taken hold of the data. */
const RELEASE_MS = 10_000;

/** Lets the browser save a text as a file, in UTF-8. */
export function downloadText(fileName: string, text: string, mediaType = 'text/csv'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS);
}
