import { Checkbox, Chip, Input, NativeSelect, TextInput } from '@mantine/core';
import { BULK_REFERENCES, type BulkReference, ENDING_WAYS, type EndingWay, readTypedNumber } from '@portal/rules';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberReadings } from '../cells/NumberReadings.tsx';
import { amountOf, type BulkFields, endingText, percentOf, readAmount, readPercent } from './bulk-fields.ts';
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
  const endingsId = useId();
  const endings = [...new Set([...usual, ...OFFERED, ...fields.endings.map(Number)])];
  const issue = (
    name: 'percent' | 'amount' | 'floor',
    value: number | undefined,
    unit: string,
    isAllowed: (value: number) => boolean,
  ) => {
    if (value !== undefined) return undefined;
    const text = fields[name];
    if (readTypedNumber(text).kind !== 'question') return t('noNumber');
    return (
      <NumberReadings
        text={text}
        unit={unit}
        isAllowed={isAllowed}
        onChoose={(chosen) => onChange({ [name]: chosen })}
      />
    );
  };
  return (
    <div className={classes.form}>
      <NativeSelect
        label={t('from')}
        value={fields.from}
        onChange={(event) => onChange({ from: event.currentTarget.value as BulkReference })}
        data={BULK_REFERENCES.map((each) => ({ value: each, label: t(`reference.${each}`) }))}
      />
      <TextInput
        label={t('percent')}
        data-autofocus
        placeholder="0"
        inputMode="decimal"
        rightSection="%"
        rightSectionPointerEvents="none"
        value={fields.percent}
        error={issue('percent', readPercent(fields.percent), '%', (each) => percentOf(each) !== undefined)}
        onChange={(event) => onChange({ percent: event.currentTarget.value })}
      />
      <TextInput
        label={t('amount')}
        placeholder="0,00"
        inputMode="decimal"
        rightSection="€"
        rightSectionPointerEvents="none"
        value={fields.amount}
        error={issue('amount', readAmount(fields.amount), '€', (each) => amountOf(each) !== undefined)}
        onChange={(event) => onChange({ amount: event.currentTarget.value })}
      />
      <div className={classes.endings} role="group" aria-labelledby={endingsId}>
        <Input.Label id={endingsId} labelElement="div">
          {t('endings')}
        </Input.Label>
        <Chip.Group multiple value={[...fields.endings]} onChange={(chosen) => onChange({ endings: chosen })}>
          <div className={classes.chips}>
            {endings.map((each) => (
              <Chip key={each} size="sm" value={endingText(each)}>
                {`,${endingText(each)}`}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      </div>
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
          error={issue('floor', readPercent(fields.floor, 0), '%', (each) => percentOf(each, 0) !== undefined)}
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
