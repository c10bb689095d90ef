import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import screen from '../../ui/screen/screen.module.css';
import { ignoredPrices, ignoredPricesText } from '../state/ignored-prices.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { Cause } from '../session/undo-entries.ts';
import type { EditSession, GridState, ListView } from '../state/use-list-editor.ts';
import { entryTexts } from './entry-text.ts';

/** Articles named; more are counted. */
const NAMED = 5;

type Props<T extends KindTypes> = {
  editor: ListView<T> & GridState<T> & EditSession<T>;
  /** Rows that the last paste or fill has passed over. */
  skipped: readonly number[];
};

export function LastEntry<T extends KindTypes>({ editor, skipped }: Props<T>) {
  const { t } = useTranslation('editing');
  const { list, applied, passed } = editor.undo;
  const last = editor.editing ? list[applied - 1] : undefined;
  const words = last && doneWords(last.cause);
  const { size: count } = last?.rows ?? { size: 0 };
  const { kind, model } = editor;
  const { edits } = editor.session.entered;
  const ignored = words && last ? ignoredPrices(kind, model, edits, last.rows.keys()) : [];
  const { missed } = editor.scans;
  return (
    // Always there, so that screen readers tell what comes into it.
    <div role="status">
      {missed && (
        <p className={screen.footnote}>
          {missed.pzn === null ? t('scan.noPzn') : t('scan.notListed', { pzn: missed.pzn })}
        </p>
      )}
      {skipped.length > 0 && (
        <p className={screen.footnote}>
          {t('undo.skipped', {
            count: skipped.length,
            number: formatCount(skipped.length),
            names:
              skipped
                .slice(0, NAMED)
                .map((row) => editor.model.columns.name[row])
                .join(', ') + (skipped.length > NAMED ? ' …' : ''),
          })}
        </p>
      )}
      {ignored.length > 0 && <p className={screen.footnote}>{ignoredPricesText(ignored, model.columns.name, t)}</p>}
      {passed?.entry ? (
        <p className={screen.footnote}>
          {t(`undo.${passed.way}`, { entry: entryTexts(editor.kind, editor.model, t)(passed.entry) })}
        </p>
      ) : (
        words && <p className={screen.footnote}>{t(words, { count, number: formatCount(count) })}</p>
      )}
    </div>
  );
}

function doneWords(cause: Cause) {
  if (cause.by === 'all') return `selectAll.${cause.column}${cause.ticked ? 'On' : 'Off'}.done` as const;
  const { by } = cause;
  if (by === 'rule') return 'bulk.done';
  if (by === 'drop') return 'undo.drop';
  if (by === 'paste') return 'undo.pasted';
  return by === 'fill' ? 'undo.filled' : undefined;
}
