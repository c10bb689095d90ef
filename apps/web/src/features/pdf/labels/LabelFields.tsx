import { Checkbox, NativeSelect } from '@mantine/core';
import { LABEL_LIMITS, LABEL_SHEET_NAMES, type LabelForm, labelSheet, labelsPerPage } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../editing/cells/NumberField.tsx';
import { formatCount } from '../../../lib/format.ts';
import classes from './labels.module.css';

type Props = { form: LabelForm; onChange: (form: LabelForm) => void };
type Measure = 'width' | 'height' | 'margin' | 'offsetX' | 'offsetY' | 'scaleX' | 'scaleY';

const TICKS = ['producer', 'date', 'dataMatrix', 'lowest'] as const;
const { offset, scale } = LABEL_LIMITS;
const LIMITS = { ...LABEL_LIMITS, offsetX: offset, offsetY: offset, scaleX: scale, scaleY: scale };

/** What labels are printed on and what they show (rules 16.5 and 16.6). */
export function LabelFields({ form, onChange }: Props) {
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
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={t('field.sheet')}
        data-autofocus
        value={form.sheet}
        data={[
          ...LABEL_SHEET_NAMES.map((name) => ({ value: name, label: sheetText(name) })),
          { value: 'single', label: t('single') },
        ]}
        onChange={(event) => onChange({ ...form, sheet: event.currentTarget.value as LabelForm['sheet'], first: 1 })}
      />
      {form.sheet === 'single' ? (
        <div className={classes.pair}>
          {measure('width')}
          {measure('height')}
        </div>
      ) : (
        number('first', { min: 1, max: perPage })
      )}
      {TICKS.map((name) => (
        <Checkbox
          key={name}
          label={t(`tick.${name}`)}
          checked={form[name]}
          onChange={(event) => onChange({ ...form, [name]: event.currentTarget.checked })}
        />
      ))}
      <details>
        <summary>{t('adjust')}</summary>
        <div className={classes.adjust}>
          {measure('margin')}
          {measure('offsetX')}
          {measure('offsetY')}
          {measure('scaleX')}
          {measure('scaleY')}
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
