import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { newTillColumn, TILL_FIELDS, type TillColumn, type TillProfile } from '@portal/rules';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../editing/cells/NumberField.tsx';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import classes from '../settings.module.css';

type Props = {
  profile: TillProfile;
  /** by path, as 'columns.2.width' */
  faults: ReadonlyMap<string, string>;
  onChange: (columns: readonly TillColumn[]) => void;
};

/** Rule 9.8. */
export function TillColumns({ profile, faults, onChange }: Props) {
  const { t } = useTranslation('settings');
  const { columns } = profile;
  // The marker comes with what becomes of withdrawn articles.
  const free = TILL_FIELDS.filter((each) => each !== 'marker' && columns.every(({ field }) => field !== each));
  const replace = (index: number, more: Partial<TillColumn>) =>
    onChange(columns.map((column, at) => (at === index ? { ...column, ...more } : column)));
  const move = (index: number, to: number) => {
    const rest = columns.filter((_, at) => at !== index);
    onChange([...rest.slice(0, to), ...columns.slice(index, index + 1), ...rest.slice(to)]);
  };
  return (
    <fieldset className={classes.columns}>
      <legend>{t('till.columns')}</legend>
      <ol>
        {columns.map((column, index) => {
          const field = t(`till.field.${column.field}`);
          const fault = faults.get(`columns.${index}.field`);
          return (
            <li key={column.field} className={classes.column}>
              <span className={classes.name}>{field}</span>
              {profile.heading && (
                <TextInput
                  size="xs"
                  aria-label={t('till.headingOf', { field })}
                  value={column.heading}
                  error={faults.get(`columns.${index}.heading`)}
                  onChange={({ currentTarget }) => replace(index, { heading: currentTarget.value })}
                />
              )}
              {profile.separator === null && (
                <NumberField
                  size="xs"
                  inputMode="numeric"
                  className={classes.width ?? ''}
                  aria-label={t('till.widthOf', { field })}
                  value={column.width === 0 ? null : column.width}
                  whole
                  isAllowed={(width) => width > 0 && width < 1000}
                  wrong={t('till.wholeNumber')}
                  unit={t('till.characters')}
                  rightSectionWidth={56}
                  error={faults.get(`columns.${index}.width`)}
                  onChange={(width) => replace(index, { width: width ?? 0 })}
                />
              )}
              <div className={classes.moves}>
                <ActionIcon
                  variant="subtle"
                  disabled={index === 0}
                  aria-label={t('till.up', { field })}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  disabled={index === columns.length - 1}
                  aria-label={t('till.down', { field })}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
                <ConfirmButtons since={columns.length}>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={t('till.remove', { field })}
                    onClick={() => onChange(columns.filter((_, at) => at !== index))}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </ConfirmButtons>
              </div>
              {fault && <span className={classes.fault}>{fault}</span>}
            </li>
          );
        })}
      </ol>
      {faults.has('columns') && <p className={classes.fault}>{faults.get('columns')}</p>}
      {free.length > 0 && (
        <NativeSelect
          className={classes.adding ?? ''}
          label={t('till.add')}
          value=""
          onChange={({ currentTarget: { value } }) => {
            const field = free.find((each) => each === value);
            if (field) onChange([...columns, newTillColumn(profile, field, t(`till.field.${field}`))]);
          }}
        >
          <option value="">{t('till.choose')}</option>
          {free.map((each) => (
            <option key={each} value={each}>
              {t(`till.field.${each}`)}
            </option>
          ))}
        </NativeSelect>
      )}
    </fieldset>
  );
}
