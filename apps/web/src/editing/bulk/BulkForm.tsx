import { Checkbox, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { BULK_REFERENCES, type BulkReference, ENDING_WAYS, type EndingWay } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { type BulkFields, endingText, readAmount, readPercent } from './bulk-fields.ts';
import classes from './bulk.module.css';

type Props = {
  fields: BulkFields;
  /** Endings of prices on this list, the most frequent first. */
  usual: readonly number[];
  onChange: (part: Partial<BulkFields>) => void;
};

const OFFERED = [95, 98, 99, 90, 49, 50, 0];

/** The fields of a bulk rule (rule 3.16). */
export function BulkForm({ fields, usual, onChange }: Props) {
  const { t } = useTranslation('bulk');
  const endings = [...new Set([...usual, ...OFFERED, ...fields.endings.map(Number)])];
  const wrong = (value: number | undefined) => value === undefined && t('noNumber');
  return (
    <div className={classes.form}>
      <NativeSelect
        label={t('from')}
        data-autofocus
        value={fields.from}
        onChange={(event) => onChange({ from: event.currentTarget.value as BulkReference })}
        data={BULK_REFERENCES.map((each) => ({ value: each, label: t(`reference.${each}`) }))}
      />
      <TextInput
        label={t('percent')}
        placeholder="0"
        inputMode="decimal"
        rightSection="%"
        rightSectionPointerEvents="none"
        value={fields.percent}
        error={wrong(readPercent(fields.percent))}
        onChange={(event) => onChange({ percent: event.currentTarget.value })}
      />
      <TextInput
        label={t('amount')}
        placeholder="0,00"
        inputMode="decimal"
        rightSection="€"
        rightSectionPointerEvents="none"
        value={fields.amount}
        error={wrong(readAmount(fields.amount))}
        onChange={(event) => onChange({ amount: event.currentTarget.value })}
      />
      <MultiSelect
        label={t('endings')}
        placeholder={fields.endings.length === 0 ? t('anyEnding') : ''}
        comboboxProps={{ keepMounted: false }}
        data={endings.map((each) => ({ value: endingText(each), label: `,${endingText(each)}` }))}
        value={[...fields.endings]}
        onChange={(chosen) => onChange({ endings: chosen })}
      />
      <NativeSelect
        label={t('way')}
        disabled={fields.endings.length === 0}
        value={fields.way}
        onChange={(event) => onChange({ way: event.currentTarget.value as EndingWay })}
        data={ENDING_WAYS.map((each) => ({ value: each, label: t(`ways.${each}`) }))}
      />
      <div className={classes.limits}>
        <Checkbox
          label={t('hasFloor')}
          checked={fields.hasFloor}
          onChange={(event) => onChange({ hasFloor: event.currentTarget.checked })}
        />
        <TextInput
          aria-label={t('floor')}
          className={classes.floor ?? ''}
          inputMode="decimal"
          rightSection="%"
          rightSectionPointerEvents="none"
          disabled={!fields.hasFloor}
          value={fields.floor}
          error={wrong(readPercent(fields.floor, 0))}
          onChange={(event) => onChange({ floor: event.currentTarget.value })}
        />
        <Checkbox
          label={t('upToAvp')}
          checked={fields.upToAvp}
          onChange={(event) => onChange({ upToAvp: event.currentTarget.checked })}
        />
      </div>
    </div>
  );
}
