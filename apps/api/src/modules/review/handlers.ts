import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import type { ColumnsSender } from '../../http/send-columns.ts';
import { sendContext } from './send-context.ts';

/** What helps a person to review a package, beside the package itself. */
export function reviewHandlers({ database }: Deps, send: ColumnsSender): Handlers<'getReviewContext'> {
  return {
    getReviewContext: (call) => sendContext({ db: database.pool, send }, call),
  };
}
