import {
  formatDate,
  type Label,
  type LabelForm,
  labelPlace,
  labelScale,
  labelSheet,
  labelsPerPage,
  layOutLabel,
} from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './labels.module.css';

/** Rule 16.5: approximate widths of the printed font. */
function measure(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += NARROW.test(character) ? 0.25 : WIDE.test(character) ? 0.66 : 0.54;
  return width * size;
}
const NARROW = /[ .,:;·ijl|1I'()-]/;
const WIDE = /[A-ZÄÖÜmw%]/;

export function LabelPreview({ labels, form }: { labels: readonly Label[]; form: LabelForm }) {
  const { t } = useTranslation('labels');
  const sheet = labelSheet(form);
  const { page } = sheet;
  const [day] = useState(() => formatDate(new Date(), 'dd.MM.yyyy'));
  const scale = labelScale(form);
  const first = labels.slice(0, Math.max(0, labelsPerPage(sheet) - form.first + 1));
  return (
    <svg
      className={classes.preview}
      viewBox={`0 0 ${page.width} ${page.height}`}
      role="img"
      aria-label={t('preview', { count: first.length })}
    >
      <rect width={page.width} height={page.height} className={classes.paper} />
      {first.map((label, index) => {
        const place = labelPlace(sheet, index, form);
        const pieces = layOutLabel(label, sheet, form, { measure, day });
        const bars = pieces.flatMap((piece) =>
          piece.kind === 'bar' ? [`M${piece.x} ${piece.y}h${piece.width}v${piece.height}h${-piece.width}z`] : [],
        );
        return (
          <g key={label.pzn} transform={`translate(${place.x} ${place.y}) scale(${scale.x} ${scale.y})`}>
            <rect width={sheet.width} height={sheet.height} className={classes.outline} />
            {pieces.map(
              (piece) =>
                piece.kind === 'text' && (
                  <text
                    key={`${piece.y} ${piece.x}`}
                    x={piece.x}
                    y={piece.y}
                    fontSize={piece.size}
                    textLength={measure(piece.text, piece.size)}
                    lengthAdjust="spacingAndGlyphs"
                  >
                    {piece.text}
                  </text>
                ),
            )}
            <path d={bars.join('')} />
          </g>
        );
      })}
    </svg>
  );
}
