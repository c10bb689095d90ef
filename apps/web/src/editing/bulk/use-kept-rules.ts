import type { BulkRule } from '@portal/rules';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectSession } from '../../auth/session-slice.ts';
import { readOwned, writeOwned } from '../../lib/storage.ts';
import { type BulkFields, fieldsOfRule } from './bulk-fields.ts';

const KEY = 'bulkRules';

/** Rules that somebody has kept under a name, in the browser for this person (rule 3.17). */
export function useKeptRules() {
  const { subject } = useSelector(selectSession);
  const [kept, setKept] = useState(() => rulesOf(readOwned(KEY, subject)));
  const store = (next: Readonly<Record<string, unknown>>) => {
    setKept(rulesOf({ rules: next }));
    writeOwned(KEY, subject, { rules: next });
  };
  const stored = () => (readOwned(KEY, subject) as { rules?: Record<string, unknown> } | undefined)?.rules ?? {};
  return {
    kept,
    keep: (name: string, rule: BulkRule) => store({ ...stored(), [name]: rule }),
    forget: (name: string) => {
      const { [name]: _gone, ...others } = stored();
      store(others);
    },
  };
}

function rulesOf(record: object | undefined): ReadonlyMap<string, BulkFields> {
  const { rules } = (record ?? {}) as { rules?: unknown };
  const entries = typeof rules === 'object' && rules !== null ? Object.entries(rules) : [];
  return new Map(
    entries.flatMap(([name, rule]) => {
      const fields = fieldsOfRule(rule);
      return fields ? [[name, fields] as const] : [];
    }),
  );
}
