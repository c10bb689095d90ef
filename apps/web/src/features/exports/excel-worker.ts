import {
  type OpenPart,
  type SheetColumn,
  type SheetValue,
  writeWorkbook,
  type WorkbookWriter,
} from '@portal/list-view';
import { strToU8, Zip, ZipDeflate } from 'fflate';

export type ExcelOrder =
  | { readonly name: string; readonly columns: readonly SheetColumn[] }
  | { readonly rows: readonly (readonly SheetValue[])[] }
  | 'end';

/** Every file of the same rows is the same file. */
const PACKED_AT = new Date(1980, 0, 1);

let writer: WorkbookWriter | undefined;
const pieces: Uint8Array[] = [];
const zip = new Zip((error, piece) => {
  if (error) throw error;
  pieces.push(piece);
});
const open: OpenPart = (path) => {
  const part = new ZipDeflate(path, { level: 3 });
  part.mtime = PACKED_AT;
  zip.add(part);
  return (text, last) => part.push(strToU8(text), last);
};

addEventListener('message', ({ data }: MessageEvent<ExcelOrder>) => {
  if (data === 'end') {
    writer?.end();
    zip.end();
    postMessage(pieces);
  } else if ('rows' in data) writer?.add(data.rows);
  else writer = writeWorkbook(data.name, data.columns, open);
});
