import { kitOf } from './kit.ts';

type About = { readonly title: string; readonly author: string; readonly at: Date };

/** What the document says of itself, as XMP: title, author, day, and that it follows PDF/UA-1. pdfkit's own has no escapes (rule 10.30). */
export function writeMetadata(document: PDFKit.PDFDocument, { title, author, at }: About): void {
  const kit = kitOf(document);
  kit.endMetadata = () => undefined;
  const metadata = kit.ref({ Type: 'Metadata', Subtype: 'XML' });
  kit._root.data['Metadata'] = metadata;
  metadata.end(`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>de-DE</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${at.toISOString()}</xmp:CreateDate>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`);
}

/** For XML, in characters of ASCII: pdfkit writes one byte each. */
function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]|[&<>"]/gu, (character) => `&#${character.codePointAt(0)};`);
}
