export type Bar = { label: string; value: number; text: string };

const ROW = 22;
const LABEL = 230;
const WIDTH = 760;
/** Readable on light and on dark pages. */
const STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2328}.bar{fill:#2f6fb3}.over{fill:#c4432b}.goal{stroke:#1f2328;stroke-dasharray:4 3}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.bar{fill:#5aa2e6}.over{fill:#f0806a}.goal{stroke:#e6edf3}}`;

/** Bars from left to right with their values, and a line at the goal; bars beyond it are red. */
export function drawBars(title: string, bars: readonly Bar[], goal?: number): string {
  const most = Math.max(...bars.map(({ value }) => value), goal ?? 0);
  const x = (value: number) => LABEL + (value / most) * (WIDTH - LABEL - 150);
  const height = 34 + bars.length * ROW;
  const rows = bars.map(({ label, value, text }, index) => {
    const y = 34 + index * ROW;
    const kind = goal !== undefined && value > goal ? 'over' : 'bar';
    return `<text x="${LABEL - 8}" y="${y + 13}" text-anchor="end">${escape(label)}</text>
<rect class="${kind}" x="${LABEL}" y="${y + 2}" width="${(x(value) - LABEL).toFixed(1)}" height="${ROW - 7}" rx="2"/>
<text x="${(x(value) + 6).toFixed(1)}" y="${y + 13}">${escape(text)}</text>`;
  });
  const line =
    goal === undefined
      ? ''
      : `<line class="goal" x1="${x(goal).toFixed(1)}" x2="${x(goal).toFixed(1)}" y1="28" y2="${height}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img"><title>${escape(title)}</title><style>${STYLE}</style>
<text x="0" y="16" font-weight="600">${escape(title)}</text>
${rows.join('\n')}
${line}
</svg>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
