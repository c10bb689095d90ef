import { beforeEach, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';

type SavedFile = { name: string; text: string };
const saved: { name: string; blob: Blob }[] = [];

beforeEach(() => {
  saved.length = 0;
  let blob: Blob | undefined;
  // jsdom makes no addresses of blobs and follows no links
  URL.createObjectURL = (object) => {
    blob = object as Blob;
    return 'blob:test';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.href === 'blob:test' && blob) saved.push({ name: this.download, blob });
  });
});

/** What the browser has been given to save since the last one that was asked for: one file. */
export async function savedFile(): Promise<SavedFile> {
  const [file] = await waitFor(() => {
    if (saved.length !== 1) throw new Error(`${saved.length} files were saved`);
    return saved;
  });
  saved.length = 0;
  const { name, blob } = file as (typeof saved)[number];
  const bytes = await new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(blob);
  });
  return { name, text: Buffer.from(bytes).toString('utf8') };
}
