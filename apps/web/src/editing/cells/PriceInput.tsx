import { type Cents, formatCents, readScan, readTypedPrice, type Scan } from '@portal/rules';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { createScanBuffer } from '../scan/use-scan-keys.ts';
import classes from './cells.module.css';
import type { Typed } from '../kind/column.ts';
import type { InputIssue } from '../kind/input-issue.ts';
import { undoKey } from './undo-key.ts';
import { PriceNote } from './PriceNote.tsx';

type Props<Former> = {
  label: string;
  price: Cents | null;
  issue: InputIssue | undefined;
  /** The text that was typed, where it had to be rounded to whole cents. */
  rounded: string | undefined;
  /** The guardrails that the price breaks, in words; it counts all the same. */
  breach?: string;
  /** The price is the calculated one, and becomes an own price all the same. */
  likeCalculated?: boolean;
  /** The row is an exclusion, which wins over the price (rule 3.43). */
  ignored?: boolean;
  disabled: boolean;
  /** What would be wrong with the row without a price. */
  issueWhenEmpty?: () => InputIssue | undefined;
  onPrice: (price: Cents | null, typed?: Typed) => void;
  onIssue: (issue: InputIssue, continues: boolean) => void;
  /** -1 where a grid leads the focus to it. */
  tabIndex?: -1;
  /** Restored by Escape (rule 3.18). */
  former?: Former;
  onRestore?: (former: Former) => void;
  /** A code was scanned into it, which is no price: what stood there stays. */
  onScan?: (scan: Scan) => void;
  /** It is left with a price that was typed, not pasted. */
  onTyped?: () => void;
  /** F4 asks for the days of the price. */
  onDays?: (() => void) | undefined;
};

/**
 * Every keystroke that makes a price counts, so that scrolling loses nothing. An emptied input clears the price only
 * when left: retyping must not lose 'Dauerpreis'. Rules 2.40 and 3.11.
 */
export function PriceInput<Former>(props: Props<Former>) {
  const {
    label,
    price,
    rounded,
    likeCalculated = false,
    ignored = false,
    breach = '',
    disabled,
    issueWhenEmpty,
    onPrice,
    onIssue,
    tabIndex,
    former,
    onRestore,
    onScan,
    onTyped,
    onDays,
  } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const emptied = useRef(false);
  /** What the input showed before it was typed into; null while it is not. */
  const original = useRef<string | null>(null);
  const visit = useRef<{ readonly former: Former; changed: boolean } | null>(null);
  /** What follows belongs to the same undo entry. */
  const takenIn = useRef(false);
  const byKeys = useRef(false);
  const issue = typed?.trim() === '' ? (issueWhenEmpty?.() ?? props.issue) : props.issue;
  const text = typed ?? issue?.text ?? (price === null ? '' : formatCents(price));
  const read = (value: string, pasted: boolean) => {
    // all that is typed until the input is left is one step
    const continues = takenIn.current;
    original.current ??= text;
    setTyped(value);
    const result = readTypedPrice(value);
    emptied.current = result.kind === 'empty';
    byKeys.current = result.kind === 'price' && !pasted;
    if (result.kind !== 'empty') takenIn.current = true;
    if (visit.current && takenIn.current) visit.current.changed = true;
    if (result.kind === 'price')
      onPrice(result.cents, { continues, ...(result.rounded ? { rounded: value.trim() } : {}) });
    else if (result.kind === 'question') onIssue({ text: value, reason: 'question' }, continues);
    else if (result.kind === 'issue') onIssue({ text: value, reason: result.reason }, continues);
  };
  const settle = () => {
    // One entry, or none where both cancel out.
    if (emptied.current) onPrice(null, { continues: takenIn.current && original.current !== '' });
    emptied.current = false;
    if (byKeys.current) onTyped?.();
    byKeys.current = false;
  };
  /** Shows what counts, and no longer what was typed. */
  const follow = () => {
    setTyped(null);
    original.current = null;
    emptied.current = false;
    takenIn.current = false;
    byKeys.current = false;
  };
  /** Letter by letter by the browser first. */
  const undo = (event: KeyboardEvent) => {
    if (undoKey(event) === undefined) return;
    if (undoKey(event) === 'back' ? typed !== null && typed !== original.current : typed !== null) {
      event.stopPropagation();
    } else follow();
  };
  const restore = () => {
    follow();
    if (!visit.current?.changed) return;
    visit.current.changed = false;
    onRestore?.(visit.current.former);
  };
  const scanned = useRef(createScanBuffer());
  /** Enter or Tab behind a code leads to its article. */
  const takeScan = (event: KeyboardEvent): boolean => {
    const inKeys = scanned.current.take(event.nativeEvent)?.scan;
    if (typed === null || (event.key !== 'Enter' && event.key !== 'Tab')) return false;
    const scan = readScan(typed) ?? inKeys;
    if (!scan) return false;
    event.preventDefault();
    restore();
    onScan?.(scan);
    return true;
  };
  const settleLatest = useRef(settle);
  useEffect(() => {
    settleLatest.current = settle;
  });
  // Scrolled away without being left.
  useEffect(() => () => settleLatest.current(), []);
  const leave = (event: FocusEvent) => {
    const next = event.relatedTarget;
    if (!(next instanceof Element && next.closest(`[id="${noteId}"]`)) && next !== input.current) setFocused(false);
  };
  const noted = issue !== undefined || rounded !== undefined || likeCalculated || ignored || breach !== '';
  return (
    <>
      {breach !== '' && (
        <span className={classes.breach} title={breach}>
          <IconAlertTriangle aria-hidden size={15} />
        </span>
      )}
      <input
        ref={input}
        className={classes.price}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        // as long as what scanners type
        maxLength={120}
        // none to read: it tells an empty input from one that holds something
        placeholder=" "
        aria-label={label}
        aria-invalid={issue ? true : undefined}
        aria-describedby={noted ? noteId : undefined}
        data-rounded={rounded === undefined ? undefined : ''}
        disabled={disabled}
        tabIndex={tabIndex}
        value={text}
        onChange={(event) => read(event.target.value, isPaste(event.nativeEvent))}
        data-undo
        onKeyDown={(event) => {
          if (takeScan(event)) return;
          if (event.key === 'F4' && onDays) {
            event.preventDefault();
            onDays();
          } else if (event.key === 'Escape') restore();
          else undo(event);
        }}
        onFocus={(event) => {
          setFocused(true);
          if (former !== undefined) visit.current = { former, changed: false };
          event.target.select();
        }}
        onBlur={(event) => {
          if (typed !== null && readScan(typed)?.pzn) restore();
          settle();
          follow();
          leave(event);
        }}
      />
      {noted && (
        <PriceNote
          id={noteId}
          anchor={input}
          shown={focused}
          label={label}
          issue={issue}
          rounded={rounded === undefined || price === null ? undefined : { text: rounded, cents: price }}
          likeCalculated={likeCalculated}
          ignored={ignored}
          breach={breach}
          onChoose={(cents) => {
            follow();
            byKeys.current = true;
            onPrice(cents, { continues: true });
            input.current?.focus();
          }}
          onBlur={leave}
        />
      )}
    </>
  );
}

function isPaste(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith('insertFrom');
}
