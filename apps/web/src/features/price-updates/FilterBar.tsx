import { Button, CloseButton, NativeSelect, Select, TextInput } from '@mantine/core';
import {
  APPROVAL_FILTERS,
  type ApprovalFilter,
  type ApprovalFilterName,
  type ApprovalModel,
  distinctBrands,
  distinctCheckReasons,
  distinctProducers,
  needsApprovalSecond,
} from '@portal/list-view';
import { ELASTICITY_CODES, isSearchable } from '@portal/rules';
import { IconSearch } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type FormEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import screen from '../../ui/screen/screen.module.css';
import classes from './update.module.css';

type Props = {
  model: ApprovalModel;
  filter: ApprovalFilter;
  onFilter: (filter: ApprovalFilter) => void;
  query: string;
  onSearch: (query: string) => void;
  shown: number;
};

/** Search, filter with its second dropdown, and the count of what is left (rule 6.10). */
export function FilterBar({ model, filter, onFilter, query, onSearch, shown }: Props) {
  const { t } = useTranslation('priceUpdate');
  const options = useMemo(() => filterOptions(model, t), [model, t]);
  const tooShort = query.trim() !== '' && !isSearchable(query);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(query);
  };
  return (
    <div className={screen.filters} role="search" aria-label={t('filter.label')}>
      <form className={classes.search} onSubmit={submit}>
        <TextInput
          className={classes.query}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          description={tooShort ? t('search.tooShort') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          leftSection={<IconSearch aria-hidden size={16} />}
          rightSection={query && <CloseButton aria-label={t('search.clear')} onClick={() => onSearch('')} />}
          rightSectionPointerEvents="all"
          value={query}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t('search.submit')}
        </Button>
      </form>
      <NativeSelect
        className={screen.select}
        aria-label={t('filter.label')}
        data={options}
        value={optionOf(filter)}
        onChange={(event) => onFilter(filterOf(event.currentTarget.value))}
      />
      {needsApprovalSecond(filter.name) && (
        <SecondDropdown key={filter.name} model={model} filter={filter} onFilter={onFilter} />
      )}
      <p className={screen.count} role="status">
        {t('count', { shown: formatCount(shown), total: formatCount(model.count) })}
      </p>
    </div>
  );
}

/** Every check reason is an option of its own. */
const REASON_PREFIX = 'reason:';

function optionOf({ name, value }: ApprovalFilter): string {
  return name === 'reason' ? `${REASON_PREFIX}${value}` : name;
}

function filterOf(option: string): ApprovalFilter {
  if (option.startsWith(REASON_PREFIX)) return { name: 'reason', value: option.slice(REASON_PREFIX.length) };
  return { name: option as ApprovalFilterName, value: null };
}

function filterOptions(model: ApprovalModel, t: TFunction<'priceUpdate'>): { value: string; label: string }[] {
  const { kind, editable } = model;
  return APPROVAL_FILTERS[kind].flatMap((name) => {
    if (name === 'reason') {
      return distinctCheckReasons(model).map((reason) => ({ value: `${REASON_PREFIX}${reason}`, label: reason }));
    }
    if (name === 'edited' && !editable) return [];
    return [{ value: name, label: t(`filter.${name}`, { context: kind }) }];
  });
}

function SecondDropdown({ model, filter, onFilter }: Pick<Props, 'model' | 'filter' | 'onFilter'>) {
  const { t } = useTranslation('priceUpdate');
  const { name } = filter;
  const options = useMemo(() => secondOptions(model, name, t), [model, name, t]);
  return (
    <Select
      className={screen.select}
      aria-label={t(`filter.${name}`)}
      placeholder={t(`second.${name}`)}
      nothingFoundMessage={t('second.nothing')}
      searchable
      clearable
      limit={300}
      maxDropdownHeight={320}
      data={options}
      value={filter.value}
      onChange={(value) => onFilter({ name, value })}
    />
  );
}

function secondOptions(model: ApprovalModel, name: ApprovalFilterName, t: TFunction<'priceUpdate'>) {
  switch (name) {
    case 'producer':
      return [...distinctProducers(model)];
    case 'brand':
      return [...distinctBrands(model)];
    case 'peCluster':
    case 'vhCluster':
      return ELASTICITY_CODES.map((code) => ({ value: String(code), label: t(`elasticity.${code}`) }));
    default:
      return [];
  }
}
