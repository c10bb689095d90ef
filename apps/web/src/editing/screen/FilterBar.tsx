import { ActionIcon, Button, CloseButton, NativeSelect, Select, Switch, TextInput } from '@mantine/core';
import { filterColumnNames, isSearchable, latestScan } from '@portal/rules';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { inContext } from '../../lib/i18n.ts';
import { useMatches } from '../../lib/use-matches.ts';
import { useSearchKey } from '../../lib/use-search-key.ts';
import screen from '../../ui/screen/screen.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { Conditions } from '../conditions/Conditions.tsx';
import classes from './filter-bar.module.css';
import type { Filter, FilterOption, KindTypes } from '../kind/kind.ts';
import { isNarrowed, ReasonChip, ReasonSelect } from '../review/ReasonFilter.tsx';
import type { ListView } from '../state/use-list-editor.ts';

type Props<T extends KindTypes> = { editor: ListView<T> };

/**
 * Rules 4.3, 6.10 and 3.21.
 * @param children other tools of the list; what they open takes the place of the sheet of a narrow screen
 */
export function FilterBar<T extends KindTypes>({
  editor,
  children,
}: Props<T> & { children: (close: () => void) => ReactNode }) {
  const { t } = useTranslation('editing');
  const { kind, model, view } = editor;
  const narrow = useMatches('(max-width: 48em)');
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const hasConditions = Boolean(view.conditions?.length) || isNarrowed(view.review);
  const leavesOut = hasConditions || view.filter.name !== 'all';
  return (
    <div
      className={screen.filters}
      role="search"
      aria-label={t('filter.label')}
      data-conditions={hasConditions || undefined}
    >
      {kind.searchButton ? (
        <form
          className={classes.search}
          onSubmit={(event) => {
            event.preventDefault();
            view.change({});
          }}
        >
          <SearchInput editor={editor} className={classes.query} />
          <Button type="submit" variant="default">
            {t('search.submit')}
          </Button>
        </form>
      ) : (
        <SearchInput editor={editor} className={screen.search} />
      )}
      {narrow && (
        <ActionIcon
          size={32}
          variant={leavesOut ? 'filled' : 'default'}
          aria-label={t(leavesOut ? 'filter.moreActive' : 'filter.more')}
          title={t(leavesOut ? 'filter.moreActive' : 'filter.more')}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          <IconAdjustmentsHorizontal aria-hidden size={18} />
        </ActionIcon>
      )}
      {!narrow && <Tools editor={editor} />}
      <p className={screen.count} role="status" data-rest={(!leavesOut && view.tried === null) || undefined}>
        {t('count', { shown: formatCount(view.rows.length), total: formatCount(model.count) })}
        {view.tried !== null && ` · ${t('search.tried', { tried: view.tried })}`}
      </p>
      {narrow ? (
        <Sheet opened={opened} onClose={close} title={t('filter.more')}>
          <Tools editor={editor} />
          {children(close)}
        </Sheet>
      ) : (
        children(close)
      )}
    </div>
  );
}

/** What narrows the list, beside the search. */
function Tools<T extends KindTypes>({ editor }: Props<T>) {
  const { t } = useTranslation('editing');
  const { kind, view } = editor;
  const labelOf = ({ name, label }: FilterOption<KindTypes>) => label ?? t(`filter.${name}`, inContext(kind.name));
  return (
    <>
      <NativeSelect
        className={screen.select}
        aria-label={t('filter.label')}
        data={view.options.map((each) => ({ value: keyOf(each), label: labelOf(each) }))}
        value={view.option && keyOf(view.option)}
        onChange={(event) => {
          const chosen = view.options.find((each) => keyOf(each) === event.currentTarget.value);
          if (chosen) view.change({ filter: { name: chosen.name, value: chosen.value } });
        }}
      />
      <SecondDropdown key={view.filter.name} editor={editor} />
      <ReasonChip editor={editor} />
      <Conditions editor={editor}>
        <ReasonSelect editor={editor} />
        {kind.hidesExclusions && (
          <Switch
            size="sm"
            label={t('filter.hideNegative')}
            checked={view.hideExclusions}
            onChange={(event) => view.change({ hideExclusions: event.currentTarget.checked })}
          />
        )}
      </Conditions>
    </>
  );
}

function keyOf({ name, value }: FilterOption<KindTypes>): string {
  return value === null ? name : `${name}:${value}`;
}

function SearchInput<T extends KindTypes>({
  editor: { view },
  className,
}: Props<T> & { className: string | undefined }) {
  const { t } = useTranslation('editing');
  const { query } = view;
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field);
  const tooShort = query.trim() !== '' && !isSearchable(query);
  return (
    <TextInput
      ref={field}
      className={className}
      aria-label={t('search.label')}
      placeholder={t('search.placeholder')}
      description={tooShort ? t('search.tooShort') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      leftSection={<IconSearch aria-hidden size={16} />}
      rightSection={query && <CloseButton aria-label={t('clearSearch')} onClick={() => view.change({ query: '' })} />}
      rightSectionPointerEvents="all"
      value={query}
      onChange={(event) => view.change({ query: latestScan(event.currentTarget.value) })}
      // what is typed or scanned next takes its place
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.select()}
    />
  );
}

/** The filters that ask for a value, each with a placeholder of its own. */
const SECOND = [...filterColumnNames(), 'lastChange' as const];

function SecondDropdown<T extends KindTypes>({ editor: { kind, model, view } }: Props<T>) {
  const { t } = useTranslation('editing');
  const { name, value }: Filter<KindTypes> = view.filter;
  const values = useMemo(() => kind.secondValues(model, name, t), [kind, model, name, t]);
  const second = SECOND.find((each) => each === name);
  if (!values || !second) return null;
  return (
    <Select
      className={screen.select}
      aria-label={t(`filter.${second}`)}
      placeholder={t(`second.${second}`)}
      nothingFoundMessage={t('second.nothing')}
      searchable
      clearable
      maxDropdownHeight={320}
      data={[...values]}
      value={value}
      onChange={(next) => view.change({ filter: { name, value: next } })}
    />
  );
}
