import { Checkbox, NativeSelect } from '@mantine/core';
import { LABEL_LIMITS, LABEL_SHEET_NAMES, type LabelForm, labelSheet, labelsPerPage } from '@portal/rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../editing/cells/NumberField.tsx';
import { formatCount } from '../../../lib/format.ts';
import classes from './labels.module.css';

type Props = { form: LabelForm; onChange: (form: LabelForm) => void; testPage: ReactNode };
type Measure = 'width' | 'height' | 'margin' | 'offsetX' | 'offsetY' | 'scaleX' | 'scaleY';

const TICKS = ['producer', 'date', 'dataMatrix', 'lowest'] as const;
const { offset, scale } = LABEL_LIMITS;
const LIMITS = { ...LABEL_LIMITS, offsetX: offset, offsetY: offset, scaleX: scale, scaleY: scale };

/** What labels are printed on and what they show (rules 16.5 and 16.6). */
export function LabelFields({ form, onChange, testPage }: Props) {
  const { t } = useTranslation('labels');
  const perPage = labelsPerPage(labelSheet(form));
  const number = (name: Measure | 'first', limits: { min: number; max: number }) => (
    <NumberField
      label={t(`field.${name}`)}
      value={form[name]}
      whole={name === 'first'}
      isAllowed={(value) => value >= limits.min && value <= limits.max}
      wrong={t('between', limits)}
      onChange={(value) => onChange({ ...form, [name]: value ?? Number.NaN })}
    />
  );
  const measure = (name: Measure) => number(name, LIMITS[name]);
  const sheets = [
    ...LABEL_SHEET_NAMES.map((name) => ({ value: name, label: sheetText(name) })),
    { value: 'single', label: t('single') },
  ];
  const inUse = [
    sheets.find(({ value }) => value === form.sheet)?.label,
    form.sheet !== 'single' && form.first > 1 && t('from', { first: form.first }),
  ];
  return (
    <div className={classes.fields}>
      {TICKS.map((name) => (
        <Checkbox
          key={name}
          label={t(`tick.${name}`)}
          checked={form[name]}
          onChange={(event) => onChange({ ...form, [name]: event.currentTarget.checked })}
        />
      ))}
      <details>
        <summary>
          {t('sheetSetup')} <span className={classes.sheet}>{inUse.filter(Boolean).join(', ')}</span>
        </summary>
        <div className={classes.sheetSetup}>
          <NativeSelect
            label={t('field.sheet')}
            value={form.sheet}
            data={sheets}
            onChange={(event) =>
              onChange({ ...form, sheet: event.currentTarget.value as LabelForm['sheet'], first: 1 })
            }
          />
          {form.sheet === 'single' ? (
            <div className={classes.measures}>
              {measure('width')}
              {measure('height')}
            </div>
          ) : (
            number('first', { min: 1, max: perPage })
          )}
          <div className={classes.measures}>
            {measure('margin')}
            {measure('offsetX')}
            {measure('offsetY')}
            {measure('scaleX')}
            {measure('scaleY')}
          </div>
          <p className={classes.text}>{t('testPageHint')}</p>
          {testPage}
        </div>
      </details>
    </div>
  );

  /** '70 × 36 mm, 24 auf A4 (3 × 8)' */
  function sheetText(name: (typeof LABEL_SHEET_NAMES)[number]): string {
    const sheet = labelSheet({ ...form, sheet: name });
    const { columns, rows } = sheet;
    const size = [sheet.width, sheet.height].map((each) => String(each).replace('.', ',')).join(' × ');
    return t('sheet', {
      size,
      count: labelsPerPage(sheet),
      formatted: formatCount(labelsPerPage(sheet)),
      columns,
      rows,
    });
  }
}
