import type { ImportType } from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../auth/verifier.ts';
import { forbidden } from '../../http/errors.ts';
import type { Handlers } from '../../http/implement.ts';
import { readImportColumns } from './read-import-columns.ts';
import { readImport } from './read-import.ts';

/** The two calls behind the import modal of the price list; both only read the file (rule 5.2). */
export function importHandlers({ database }: Deps): Handlers<'csvMetaData' | 'importPrices'> {
  return {
    async csvMetaData({ caller, body, file }) {
      requireImportRight(caller, body.type);
      return readImportColumns({ path: file.path, sheet: body.sheet, withHidden: body.hidden === 'take' });
    },

    async importPrices({ caller, body, file }) {
      requireImportRight(caller, body.type);
      return readImport(database.pool, { path: file.path, choice: body });
    },
  };
}

/** The expert import is for admin or sales (rule 5.1). */
function requireImportRight(caller: Caller, type: ImportType): void {
  if (type === 'expertimport' && !caller.access.staff) throw forbidden();
}
