/** By then every browser has read the data. */
const RELEASE_MS = 10_000;

/** Lets the browser save a text as a file, in UTF-8. */
export function downloadText(fileName: string, text: string, mediaType = 'text/csv'): void {
  downloadBlob(fileName, new Blob([text], { type: `${mediaType};charset=utf-8` }));
}

/** Lets the browser save a file that it has received. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.hidden = true;
  document.body.append(link); // some browsers ignore the file name of a link outside the page
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS);
}
