import type { AnswerOf, csvMetaData } from '@portal/contracts';
import { type ImportType, isoDay } from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { ChildPool } from '../../child-pool/pool.ts';
import type { Caller } from '../../auth/verifier.ts';
import { forbidden } from '../../http/errors.ts';
import type { Handlers } from '../../http/implement.ts';
import { readImport } from './read-import.ts';
import { tableReader } from './table-pool.ts';

/** Only read the file (rule 5.2). */
export function importHandlers({ database, clock }: Deps, pool: ChildPool): Handlers<'csvMetaData' | 'importPrices'> {
  return {
    async csvMetaData({ caller, body, file, holder, signal }) {
      requireImportRight(caller, body.type);
      const read = tableReader(pool, { holder, signal });
      const order = {
        kind: 'columns',
        path: file.path,
        sheet: body.sheet,
        withHidden: body.hidden === 'take',
      } as const;
      return (await read<AnswerOf<typeof csvMetaData>>(order)).answer;
    },

    async importPrices({ caller, body, file, holder, signal }) {
      requireImportRight(caller, body.type);
      const read = tableReader(pool, { holder, signal });
      return readImport({ db: database.pool, read }, { path: file.path, choice: body, today: isoDay(clock.now()) });
    },
  };
}

/** The expert import is for admin or sales (rule 5.1). */
function requireImportRight(caller: Caller, type: ImportType): void {
  if (type === 'expertimport' && !caller.access.staff) throw forbidden();
}
