import { type PdfFile, pdfText } from './pdf-file.ts';

/** PDF 1.7 (ISO 32000-1, 14.8.4). */
type Tag = 'Document' | 'Sect' | 'H1' | 'P' | 'Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD' | 'Figure';

type Attributes = { readonly scope?: 'Row' | 'Column'; readonly alt?: string };

/** In reading order. Rule 10.30. */
export type Tags = {
  /** The following leaves stand on the next page, at first on none. */
  turnPage(): void;
  open(tag: Tag): void;
  close(): void;
  leaf(tag: Tag, content: string, attributes?: Attributes): string;
  /**
   * Closes what is open. Nothing can be added afterwards.
   * @returns the object of the tree
   */
  end(): number;
};

/** Lines, repeated heads and feet. */
export function artifact(content: string): string {
  return `/Artifact BMC\n${content}EMC\n`;
}

type Open = { readonly id: number; readonly tag: Tag; readonly parent: string; readonly kids: number[] };

/** @param pages the objects of the pages, in their order; the key of each among the parents is its place */
export function openTags(objects: PdfFile, pages: readonly number[]): Tags {
  const root = objects.reserve();
  let whole = 0;
  const scopes = { Row: objects.reserve(), Column: objects.reserve() };
  for (const [scope, id] of Object.entries(scopes)) objects.write(id, `<</O/Table/Scope/${scope}>>`);
  /** The leaves of each page, by the number of their content. */
  const owners: number[][] = [];
  const path: Open[] = [];

  const attributesText = ({ scope, alt }: Attributes) =>
    (scope ? `/A ${scopes[scope]} 0 R` : '') + (alt === undefined ? '' : `/Alt ${pdfText(alt)}`);
  const innermost = () => path[path.length - 1] as Open;
  const references = (ids: readonly number[]) => `[${ids.map((id) => `${id} 0 R`).join(' ')}]`;

  const tags: Tags = {
    turnPage() {
      owners.push([]);
    },
    open(tag) {
      const id = objects.reserve();
      const parent = `${path.length === 0 ? root : innermost().id} 0 R`;
      if (path.length > 0) innermost().kids.push(id);
      path.push({ id, tag, parent, kids: [] });
    },
    close() {
      const { id, tag, parent, kids } = path.pop() as Open;
      objects.write(id, `<</S/${tag}/P ${parent}/K${references(kids)}>>`);
      if (path.length === 0) whole = id;
    },
    leaf(tag, content, attributes = {}) {
      const id = objects.reserve();
      const { id: parent, kids } = innermost();
      kids.push(id);
      const start = `<</S/${tag}/P ${parent} 0 R${attributesText(attributes)}`;
      if (content === '') {
        objects.write(id, `${start}>>`);
        return '';
      }
      const number = (owners[owners.length - 1] as number[]).push(id) - 1;
      objects.write(id, `${start}/Pg ${pages[owners.length - 1]} 0 R/K ${number}>>`);
      return `/${tag}<</MCID ${number}>>BDC\n${content}EMC\n`;
    },
    end() {
      while (path.length > 0) tags.close();
      const parents = owners.map((ids, key) => `${key} ${objects.add(references(ids))} 0 R`);
      objects.write(
        root,
        `<</Type/StructTreeRoot/K ${whole} 0 R/ParentTree<</Nums[${parents.join(' ')}]>>/ParentTreeNextKey ${owners.length}>>`,
      );
      return root;
    },
  };
  tags.open('Document');
  return tags;
}
