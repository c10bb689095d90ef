import { NativeSelect } from '@mantine/core';
import { formatIsoDay, type ImportColumn } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import classes from './import.module.css';
import type { ImportFile, LastDays } from './use-import-file.ts';

/** What columns of days and last days like 31.12.9999 are; the import waits for the answer (rules 5.11 and 17.12). */
export function DayQuestions({ choice }: { choice: ImportFile }) {
  const { t } = useTranslation('priceListImport');
  const { notes, ignored, noEnds, lastDays } = choice;
  const [first] = noEnds;
  if (notes.dayColumns.length === 0 && !first) return null;
  const missing = t('dayColumn.missing');
  return (
    <div className={classes.fileParts}>
      {notes.dayColumns.map(({ heading, example, side }) => {
        const isIgnored = ignored.includes(heading);
        const uses =
          side === 'to'
            ? (['validtocolumn', 'validfromcolumn'] as const)
            : (['validfromcolumn', 'validtocolumn'] as const);
        return (
          <NativeSelect
            key={heading}
            label={t('dayColumn.label', { heading })}
            description={t('dayColumn.text', { example })}
            data={[
              { value: '', label: t('column.choose') },
              ...uses.map((use) => ({ value: use, label: t(`dayColumn.${use}`) })),
              { value: 'ignore', label: t('dayColumn.ignore') },
            ]}
            value={isIgnored ? 'ignore' : ''}
            error={isIgnored ? undefined : missing}
            onChange={({ currentTarget: { value } }) =>
              choice.chooseDays(heading, value === '' ? undefined : (value as ImportColumn | 'ignore'))
            }
          />
        );
      })}
      {first?.validTo && (
        <NativeSelect
          label={t('lastDay.label', {
            count: noEnds.length,
            number: formatCount(noEnds.length),
            day: formatIsoDay(first.validTo),
          })}
          data={[
            { value: '', label: t('column.choose') },
            { value: 'noEnd', label: t('lastDay.noEnd') },
            { value: 'asWritten', label: t('lastDay.asWritten') },
          ]}
          value={lastDays ?? ''}
          error={lastDays === null ? missing : undefined}
          onChange={({ currentTarget: { value } }) => choice.setLastDays(value === '' ? null : (value as LastDays))}
        />
      )}
    </div>
  );
}
