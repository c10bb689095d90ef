import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import screen from '../../ui/screen/screen.module.css';
import { ignoredPrices, ignoredPricesText } from '../state/ignored-prices.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { Cause } from '../session/steps.ts';
import type { EditSession, GridState, ListView } from '../state/use-list-editor.ts';
import { stepTexts } from './step-text.ts';

/** Articles named; more are counted. */
const NAMED = 5;

type Props<T extends KindTypes> = {
  editor: ListView<T> & GridState<T> & EditSession<T>;
  /** Rows that the last paste or fill has passed over. */
  skipped: readonly number[];
};

export function LastStep<T extends KindTypes>({ editor, skipped }: Props<T>) {
  const { t } = useTranslation('editing');
  const { list, applied, passed } = editor.steps;
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
          {t('steps.skipped', {
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
      {passed?.step ? (
        <p className={screen.footnote}>
          {t(`steps.${passed.way}`, { step: stepTexts(editor.kind, editor.model, t)(passed.step) })}
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
  if (by === 'drop') return 'steps.drop';
  if (by === 'paste') return 'steps.pasted';
  return by === 'fill' ? 'steps.filled' : undefined;
}
