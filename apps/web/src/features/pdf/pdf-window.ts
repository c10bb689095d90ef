import type { ReceivedFile } from '../../api/base-query.ts';
import { downloadBlob, downloadFrom } from '../../lib/download.ts';

/** How often to check whether the window is still open. */
const LOOK_MS = 1_000;

/** The window a PDF will be shown in (rule 10.37). */
export type PdfWindow = {
  show(file: ReceivedFile): void;
  close(): void;
};

/** Call within a click, or the browser blocks it; then the PDF is downloaded. A former server sends the file itself. */
export function openPdfWindow(texts: { title: string; waiting: string }, onClosed: () => void): PdfWindow {
  const opened = window.open('', '_blank');
  if (!opened) return { show: save, close: () => {} };
  writeWaiting(opened.document, texts);
  const looking = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(looking);
    onClosed();
  }, LOOK_MS);
  return {
    show(file) {
      clearInterval(looking);
      if (opened.closed) return;
      // a blob URL dies with this page and has no file name
      if (file.url) return opened.location.replace(file.url);
      const address = URL.createObjectURL(file.blob);
      opened.location.replace(address);
      releaseWithWindow(opened, address);
    },
    close() {
      clearInterval(looking);
      opened.close();
    },
  };
}

function save({ blob, url, fileName }: ReceivedFile): void {
  if (url) downloadFrom(url, fileName);
  else downloadBlob(fileName, blob);
}

function writeWaiting(page: Document, { title, waiting }: { title: string; waiting: string }): void {
  page.documentElement.lang = 'de';
  page.title = title;
  const text = page.createElement('p');
  text.setAttribute('role', 'status');
  text.textContent = waiting;
  page.body.style.cssText = 'margin:3rem;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark';
  page.body.replaceChildren(text);
}

/** A PDF of 20,000 rows takes 2 MB: it is released with its window. */
function releaseWithWindow(opened: Window, address: string): void {
  const looking = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(looking);
    URL.revokeObjectURL(address);
  }, LOOK_MS);
}
