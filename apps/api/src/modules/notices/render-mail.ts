import type { MailContent } from './notice-texts.ts';

/** Nothing is loaded. Rule 15.5. */
export function renderMail({ paragraphs, action, foot, end }: MailContent): { text: string; html: string } {
  const body = ['Guten Tag,', ...paragraphs];
  const text = [...body, `${action.label}: ${action.url}`, '-- ', foot, ...(end ? [`${end.label}: ${end.url}`] : [])];
  const html = [
    ...body.map((each) => paragraph(escapeHtml(each))),
    paragraph(linkTo(action)),
    '<hr>',
    paragraph(`${escapeHtml(foot)}${end ? ` ${linkTo(end)}` : ''}`),
  ];
  return {
    text: text.join('\n\n'),
    html: `<!doctype html><html lang="de"><meta charset="utf-8"><body>${html.join('')}</body></html>`,
  };
}

const paragraph = (html: string) => `<p>${html.replaceAll('\n', '<br>')}</p>`;
const linkTo = ({ label, url }: { label: string; url: string }) =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITY[sign] ?? sign);
}
