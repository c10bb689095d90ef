import { kitOf, pageObject, pdfText, Syntax } from './kit.ts';
import { packObjects } from './packed-objects.ts';

/** Elements of the structure tree that are used, by their names in PDF 1.7 (ISO 32000-1, 14.8.4). */
type Tag = 'Document' | 'Sect' | 'H1' | 'P' | 'Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD' | 'Figure';

/** What a heading cell heads, and what is said instead of a figure. */
type Attributes = { readonly scope?: 'Row' | 'Column'; readonly alt?: string };

/**
 * The structure tree of a document, by which screen readers read it, written in reading order. What stands in a page's
 * content stream is either in a leaf or an artifact (rule 10.30).
 */
export type Tags = {
  /** The following leaves stand on this page. */
  turnTo(page: PDFKit.PDFPage): void;
  open(tag: Tag): void;
  close(): void;
  /** An element with content of the current page; gives that content with its marks. Without content it is empty. */
  leaf(tag: Tag, content: string, attributes?: Attributes): string;
  /** Closes what is open. Nothing can be added afterwards. */
  end(): void;
};

/** What screen readers leave out: lines, and heads and feet that repeat. */
export function artifact(content: string): string {
  return `/Artifact BMC\n${content}EMC\n`;
}

type Open = { readonly id: number; readonly tag: Tag; readonly parent: string; readonly kids: number[] };

/** The document has to be tagged, of version 1.7, and keep its pages open. */
export function openTags(document: PDFKit.PDFDocument): Tags {
  const kit = kitOf(document);
  const objects = packObjects(document);
  const root = kit.getStructTreeRoot();
  const scopes = { Row: objects.reserve(), Column: objects.reserve() };
  for (const [scope, id] of Object.entries(scopes)) objects.write(id, `<</O/Table/Scope/${scope}>>`);
  /** The leaves of each page, by the number of their content. */
  const owners: number[][] = [];
  const path: Open[] = [];
  let page = '';

  const attributesText = ({ scope, alt }: Attributes) =>
    (scope ? `/A ${scopes[scope]} 0 R` : '') + (alt === undefined ? '' : `/Alt ${pdfText(alt)}`);
  const innermost = () => path[path.length - 1] as Open;
  const references = (ids: readonly number[]) => `[${ids.map((id) => `${id} 0 R`).join(' ')}]`;

  const tags: Tags = {
    turnTo(next) {
      const { data } = pageObject(next);
      data['StructParents'] = owners.length;
      owners.push([]);
      page = String(pageObject(next));
    },
    open(tag) {
      const id = objects.reserve();
      const parent = path.length === 0 ? String(root) : `${innermost().id} 0 R`;
      if (path.length > 0) innermost().kids.push(id);
      path.push({ id, tag, parent, kids: [] });
    },
    close() {
      const { id, tag, parent, kids } = path.pop() as Open;
      objects.write(id, `<</S/${tag}/P ${parent}/K${references(kids)}>>`);
      if (path.length === 0) root.data['K'] = new Syntax(`${id} 0 R`);
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
      objects.write(id, `${start}/Pg ${page}/K ${number}>>`);
      return `/${tag}<</MCID ${number}>>BDC\n${content}EMC\n`;
    },
    end() {
      while (path.length > 0) tags.close();
      const pages = owners.map((ids) => {
        const id = objects.reserve();
        objects.write(id, references(ids));
        return id;
      });
      root.data['ParentTree'] = new Syntax(`<</Nums[${pages.map((id, key) => `${key} ${id} 0 R`).join(' ')}]>>`);
      root.data['ParentTreeNextKey'] = owners.length;
      objects.end();
    },
  };
  tags.open('Document');
  return tags;
}
