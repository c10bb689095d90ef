import { type Cents, formatCents } from '@portal/rules';
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './cells.module.css';
import type { InputIssue } from '../kind/input-issue.ts';
import { PriceReadings } from './PriceReadings.tsx';

type Props = {
  id: string;
  /** The input it stands beside. */
  anchor: RefObject<HTMLInputElement | null>;
  shown: boolean;
  /** Name of the input, for the names of the buttons. */
  label: string;
  issue: InputIssue | undefined;
  rounded: { readonly text: string; readonly cents: Cents } | undefined;
  likeCalculated: boolean;
  /** An exclusion wins over the price. */
  ignored: boolean;
  /** Empty for none. */
  breach: string;
  onChoose: (cents: Cents) => void;
  onBlur: (event: FocusEvent) => void;
};

/**
 * In the top layer, where no row cuts it off, but next to its input in tab order; describes the input also while
 * hidden.
 */
export function PriceNote({
  id,
  anchor,
  shown,
  label,
  issue,
  rounded,
  likeCalculated,
  ignored,
  breach,
  onChoose,
  onBlur,
}: Props) {
  const { t } = useTranslation();
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = note.current;
    if (!shown || !element) return undefined;
    // jsdom and browsers before 2024 have no top layer
    if (element.showPopover) element.showPopover();
    else element.dataset.open = '';
    return () => {
      if (element.hidePopover) element.hidePopover();
      else delete element.dataset.open;
    };
  }, [shown]);
  useLayoutEffect(() => {
    const element = note.current;
    if (!shown || !element) return undefined;
    const place = () => anchor.current && placeBeside(element, anchor.current);
    // measuring forces a layout, which a keystroke must not wait for
    const frame = requestAnimationFrame(place);
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
    };
  }, [shown, anchor, issue?.text, rounded?.text, likeCalculated, ignored, breach]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- takes part in the focus of its input
    <div
      ref={note}
      id={id}
      role="note"
      popover="manual"
      data-own-click
      className={issue ? classes.note : `${classes.note} ${classes.noteMild}`}
      onBlur={onBlur}
      // the input keeps the focus when the note is touched beside its buttons
      onPointerDown={(event) => event.preventDefault()}
    >
      {issue?.reason === 'question' ? (
        <PriceReadings text={issue.text} label={label} onChoose={onChoose} />
      ) : issue ? (
        t(`priceInput.issue.${issue.reason}`)
      ) : (
        <>
          {rounded && <span>{t('priceInput.rounded', { text: rounded.text, price: formatCents(rounded.cents) })}</span>}
          {likeCalculated && <span>{t('priceInput.likeCalculated')}</span>}
          {ignored && <span>{t('priceInput.ignored')}</span>}
          {breach !== '' && <span>{breach}</span>}
        </>
      )}
    </div>
  );
}

const GAP = 4;
const MARGIN = 8;

/** Below the input, else above; never beyond the window. */
function placeBeside(note: HTMLElement, input: HTMLElement): void {
  const field = input.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const below = field.bottom + GAP;
  const fits = below + height <= innerHeight - MARGIN && !input.closest('[data-note-above]');
  const top = fits ? below : field.top - height - GAP;
  const left = Math.max(MARGIN, Math.min(field.right, innerWidth - MARGIN) - width);
  note.style.top = `${top}px`;
  note.style.left = `${left}px`;
}
