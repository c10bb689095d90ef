import { CloseButton, NativeSelect, Select, Switch, TextInput } from '@mantine/core';
import {
  distinctBrands,
  distinctChangeDays,
  distinctProducers,
  needsSecondDropdown,
  offeredPriceListFilters,
  type PriceListFilter,
  type PriceListModel,
} from '@portal/list-view';
import { ELASTICITY_CODES, isSearchable } from '@portal/rules';
import { IconSearch } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from '../../ui/screen/screen.module.css';
import type { ListFilter } from './use-list-view.ts';

type Props = {
  model: PriceListModel;
  filter: ListFilter;
  editMode: boolean;
  shown: number;
  onFilter: (filter: ListFilter) => void;
};

/** Search, filter with its second dropdown, hiding of exclusions and the count of what is left. */
export function FilterBar({ model, filter, editMode, shown, onFilter }: Props) {
  const { t } = useTranslation('priceList');
  const tooShort = filter.query.trim() !== '' && !isSearchable(filter.query);
  return (
    <div className={classes.filters} role="search" aria-label={t('filter.label')}>
      <TextInput
        className={classes.search}
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        description={tooShort ? t('search.tooShort') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        leftSection={<IconSearch aria-hidden size={16} />}
        rightSection={
          filter.query && (
            <CloseButton aria-label={t('search.clear')} onClick={() => onFilter({ ...filter, query: '' })} />
          )
        }
        rightSectionPointerEvents="all"
        value={filter.query}
        onChange={(event) => onFilter({ ...filter, query: event.currentTarget.value })}
      />
      <NativeSelect
        className={classes.select}
        aria-label={t('filter.label')}
        data={offeredPriceListFilters(editMode).map((each) => ({ value: each, label: t(`filter.${each}`) }))}
        value={filter.filter}
        onChange={(event) =>
          onFilter({ ...filter, filter: event.currentTarget.value as PriceListFilter, second: null })
        }
      />
      {needsSecondDropdown(filter.filter) && (
        <SecondDropdown model={model} filter={filter} onFilter={onFilter} key={filter.filter} />
      )}
      <Switch
        size="sm"
        label={t('filter.hideNegative')}
        checked={filter.hideNegative}
        onChange={(event) => onFilter({ ...filter, hideNegative: event.currentTarget.checked })}
      />
      <p className={classes.count} role="status">
        {t('count', { shown: formatCount(shown), total: formatCount(model.count) })}
      </p>
    </div>
  );
}

function SecondDropdown({ model, filter, onFilter }: Pick<Props, 'model' | 'filter' | 'onFilter'>) {
  const { t } = useTranslation('priceList');
  const options = useMemo(() => secondOptions(model, filter.filter, t), [model, filter.filter, t]);
  return (
    <Select
      className={classes.select}
      aria-label={t(`filter.${filter.filter}`)}
      placeholder={t(`second.${filter.filter}`)}
      nothingFoundMessage={t('second.nothing')}
      searchable
      clearable
      limit={300}
      maxDropdownHeight={320}
      data={options}
      value={filter.second}
      onChange={(second) => onFilter({ ...filter, second })}
    />
  );
}

function secondOptions(model: PriceListModel, filter: PriceListFilter, t: TFunction<'priceList'>) {
  switch (filter) {
    case 'producer':
      return [...distinctProducers(model)];
    case 'brand':
      return [...distinctBrands(model)];
    case 'peCluster':
    case 'vhCluster':
      return ELASTICITY_CODES.map((code) => ({ value: String(code), label: t(`elasticity.${code}`) }));
    case 'lastChange':
      return distinctChangeDays(model).map((day) => ({ value: day, label: day.split('-').reverse().join('.') }));
    default:
      return [];
  }
}
