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
  return (await savedFiles(1))[0] as SavedFile;
}

export async function savedFiles(count: number): Promise<SavedFile[]> {
  await waitFor(() => {
    if (saved.length !== count) throw new Error(`${saved.length} files were saved`);
  });
  return Promise.all(saved.splice(0).map(read));
}

async function read({ name, blob }: (typeof saved)[number]): Promise<SavedFile> {
  const bytes = await new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(blob);
  });
  return { name, text: Buffer.from(bytes).toString('utf8') };
}
