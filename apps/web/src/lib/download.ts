/** By then every browser has read the data. */
const RELEASE_MS = 10_000;

/** Lets the browser save a text as a file, in UTF-8. */
export function downloadText(fileName: string, text: string, mediaType = 'text/csv'): void {
  downloadBlob(fileName, new Blob([text], { type: `${mediaType};charset=utf-8` }));
}

/** Lets the browser save a file that it has received. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  downloadFrom(address, fileName);
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS);
}

/** Lets the browser save what an address of the portal holds. */
export function downloadFrom(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.hidden = true;
  document.body.append(link); // some browsers ignore the file name of a link outside the page
  link.click();
  link.remove();
}
