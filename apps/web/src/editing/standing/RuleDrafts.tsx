import { Button, Popover } from '@mantine/core';
import { NO_EDITS } from '@portal/list-view';
import { editsDiffer } from '@portal/rules';
import { IconRepeat } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { formatCount } from '../../lib/format.ts';
import type { PackageTypes } from '../kind/types.ts';
import { LatePopover } from '../parts/LatePopover.tsx';
import type { EditSession, ListView } from '../state/use-list-editor.ts';
import classes from './standing.module.css';

type Rule = { readonly id: number; readonly name: string; readonly asks: boolean };
type Props = {
  editor: ListView<PackageTypes> & EditSession<PackageTypes>;
  rules: readonly Rule[];
};

/** Which rule has written how many drafts of an update; they go on request (rule 18.9). */
export function RuleDrafts({ editor, rules }: Props) {
  const { t } = useTranslation('standing', { useSuspense: false });
  const { pharmacyId, pharmacyToken } = useParams();
  const [opened, setOpened] = useState(false);
  const written = useWritten(editor, rules);
  if (!editor.editing || written.length === 0) return null;
  const count = written.reduce((sum, { rows }) => sum + rows.length, 0);
  const { kind, model, session, view, bulk } = editor;
  const drop = (rows: readonly number[]) => {
    const { entered } = session;
    const cleared = rows.map(
      (row) => [row, kind.rules.withPrice(model, row, kind.rules.inputs(model, entered.edits, row), null)] as const,
    );
    bulk.drop(
      kind.rules.putAll(model, entered, cleared),
      rows.map((row) => model.columns.pzn[row] as string),
    );
    setOpened(false);
  };
  return (
    <LatePopover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      trapFocus
      button={(props) => (
        <Button
          className={classes.chip ?? ''}
          data-last
          aria-label={t('onUpdate.of', { count, number: formatCount(count) })}
          variant="default"
          size="compact-sm"
          leftSection={<IconRepeat aria-hidden size={16} />}
          {...props}
        >
          {t('onUpdate.short', { number: formatCount(count) })}
        </Button>
      )}
    >
      <Popover.Dropdown>
        <div className={classes.rules}>
          {written.map(({ id, name, asks, rows }) => (
            <div key={id}>
              <strong>{t('onUpdate.one', { name, count: rows.length, number: formatCount(rows.length) })}</strong>
              {asks && (
                <div>
                  {t('onUpdate.asks')}{' '}
                  <Link to={`/p/${pharmacyId}/${pharmacyToken}/settings`}>{t('onUpdate.settings')}</Link>
                </div>
              )}
              <div className={classes.actions}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('onUpdate.showNamed', { name })}
                  onClick={() => {
                    view.change({ filter: { name: 'byRule', value: String(id) }, review: undefined });
                    setOpened(false);
                  }}
                >
                  {t('onUpdate.show')}
                </Button>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('onUpdate.dropNamed', { name })}
                  onClick={() => drop(rows)}
                >
                  {t('onUpdate.drop')}
                </Button>
              </div>
            </div>
          ))}
        </div>
      </Popover.Dropdown>
    </LatePopover>
  );
}

/** The rows of each rule whose draft is still as it was stored. */
function useWritten({ kind, model, session }: Props['editor'], rules: readonly Rule[]) {
  const { edits } = session.entered;
  const rowsOf = useMemo(() => {
    const { draftRule } = model.columns;
    return rules.map((rule) => ({
      ...rule,
      rows: [...draftRule.keys()].filter((row) => draftRule[row] === rule.id),
    }));
  }, [model, rules]);
  return useMemo(() => {
    const { pzn, draftOwnPrice } = model.columns;
    const isAsStored = (row: number) => {
      const edit = edits.get(pzn[row] as string);
      const stored = { ...kind.rules.inputs(model, NO_EDITS, row), ownPrice: draftOwnPrice[row] ?? null };
      return edit !== undefined && !editsDiffer(edit, stored);
    };
    return rowsOf
      .map((rule) => ({ ...rule, rows: rule.rows.filter(isAsStored) }))
      .filter(({ rows }) => rows.length > 0);
  }, [kind, model, edits, rowsOf]);
}
