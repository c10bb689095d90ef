import { afterEach, expect, jest, test } from '@jest/globals';
import { openPdfWindow } from '../../src/features/pdf/pdf-window.ts';

const TEXTS = { title: 'PDF', waiting: 'Bitte warten' };
const URL_OF_SERVER = '/api/price/pdf/file/5001/abc/Preisliste_OTC_5001_2026-11-22.pdf';
const file = { blob: new Blob(), url: URL_OF_SERVER, fileName: 'Preisliste_OTC_5001_2026-11-22.pdf' };

afterEach(() => void jest.restoreAllMocks());

test('the new tab goes to an address of the server, never to a blob of the page that opened it (rule 10.37)', () => {
  const replace = jest.fn();
  const page = document.implementation.createHTMLDocument();
  jest.spyOn(window, 'open').mockReturnValue({ closed: false, document: page, location: { replace } } as never);
  openPdfWindow(TEXTS, () => undefined).show(file);
  expect(replace.mock.calls).toEqual([[URL_OF_SERVER]]);
});

test('where no tab may open the file is saved from there under its name', () => {
  jest.spyOn(window, 'open').mockReturnValue(null);
  const saved: string[][] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([new URL(this.href).pathname, this.download]);
  });
  openPdfWindow(TEXTS, () => undefined).show(file);
  expect(saved).toEqual([[URL_OF_SERVER, file.fileName]]);
});
