import { bulkRuleSchema, type SavedRule } from '@portal/contracts';
import type { BulkRule } from '@portal/rules';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router';
import { selectSession } from '../../auth/session-slice.ts';
import { readOwned, writeOwned } from '../../lib/storage.ts';
import { useGetBulkRulesQuery, useSetBulkRuleMutation } from './bulk-rules-api.ts';

const KEY = 'bulkRules';

/** Also those of a former release in this browser (rule 3.17). */
export function useSavedRules() {
  const { pharmacyId = '', pharmacyToken = '' } = useParams();
  const request = { params: { pharmacyId, token: pharmacyToken } };
  const { data, error } = useGetBulkRulesQuery(request, { refetchOnMountOrArgChange: true });
  const [set, setting] = useSetBulkRuleMutation();
  const [chosen, choose] = useState('');
  const browser = useBrowserRules();
  const stored = data?.rules ?? [];
  const known = new Set(stored.flatMap(({ name, mine }) => (mine ? [name] : [])));
  const saved = [...browser.rules.filter(({ name }) => !known.has(name)), ...stored];
  return {
    /** What a release before or after this one has kept otherwise is left out. */
    saved: saved.filter(({ rule }) => bulkRuleSchema.safeParse(rule).success),
    /** The key of the rule that fills the fields. */
    chosen,
    choose,
    error: error ?? setting.error,
    saving: setting.isLoading,
    /** @returns whether it is kept */
    keep: async (name: string, rule: BulkRule, shared: boolean) =>
      'data' in
      (await set({ ...request, body: { name, kept: { rule: { ...rule, endings: [...rule.endings] }, shared } } })),
    forget: async ({ name, by }: Pick<SavedRule, 'name' | 'by'>) => {
      if (by) return 'data' in (await set({ ...request, body: { name, kept: null, by } }));
      const gone = !known.has(name) || 'data' in (await set({ ...request, body: { name, kept: null } }));
      if (gone) browser.forget(name);
      return gone;
    },
  };
}

export type SavedRulesState = ReturnType<typeof useSavedRules>;

/** Own rules by their name, those of others by whose they are too. */
export function keyOf({ name, mine, userName }: Pick<SavedRule, 'name' | 'mine' | 'userName'>): string {
  return mine ? name : `${name}\n${userName}`;
}

/** Rules of this person that a former release has kept in the browser. */
function useBrowserRules() {
  const { subject } = useSelector(selectSession);
  const [rules, setRules] = useState(() => {
    const { rules: stored } = (readOwned(KEY, subject) ?? {}) as { rules?: unknown };
    return typeof stored === 'object' && stored !== null ? stored : {};
  });
  return {
    rules: Object.entries(rules).map(
      ([name, rule]): SavedRule => ({ name, rule, userName: '', mine: true, shared: false, by: null }),
    ),
    forget: (name: string) => {
      const others = Object.fromEntries(Object.entries(rules).filter(([each]) => each !== name));
      setRules(others);
      writeOwned(KEY, subject, Object.keys(others).length > 0 ? { rules: others } : undefined);
    },
  };
}
