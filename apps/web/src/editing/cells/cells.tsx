import { type Cents, formatCents, formatPercent, type PriceType } from '@portal/rules';
import { IconLock } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import classes from './cells.module.css';

/* Functions, not components: hundreds are drawn per frame. */

/** A text, so that a recycled cell only changes characters. */
export const NONE = '–';
/** Shown in place of the price of an exclusion (rule 3.4). */
export const NO_PRICE = '---';

/** An amount in euros, or a dash. */
export function money(cents: Cents | null | undefined): string {
  return cents == null ? NONE : formatCents(cents);
}

export function plain(text: string | number | null | undefined): string | number {
  return text == null || text === '' ? NONE : text;
}

/** A number of pieces. */
export function count(pieces: number | null | undefined): string {
  return pieces == null ? NONE : formatCount(pieces);
}

/** A text that may be too long for its column. */
export function cutText(text: string | null | undefined): ReactNode {
  return (
    <span className={classes.cut} title={text ?? undefined}>
      {plain(text)}
    </span>
  );
}

/** In at most two lines. */
export function clampedText(text: string): ReactNode {
  return (
    <span className={classes.clamped} title={text}>
      {text}
    </span>
  );
}

export type RowLock = { readonly word: string; readonly reason: string; readonly signOnly?: boolean };

export function articleDetail(
  { pzn, producer, content }: { pzn: string; producer: string; content: string | null | undefined },
  narrow: boolean,
): string {
  const parts = narrow ? [content, pzn] : [content, producer];
  return parts.filter(Boolean).join(' · ');
}

/** Name over its details, with the reason when the row is locked. */
export function article(name: string | undefined, detail: ReactNode, lock?: RowLock): ReactNode {
  const text = (
    <div className={classes.article}>
      <div className={classes.name} title={name}>
        {name}
      </div>
      <div className={classes.detail}>{detail}</div>
    </div>
  );
  if (!lock) return text;
  return (
    <div className={classes.locked}>
      {text}
      <span className={classes.lock} title={lock.signOnly ? lock.word : undefined}>
        <IconLock aria-hidden size={12} />
        <span className={lock.signOnly ? classes.unseen : undefined}>{lock.word}</span>
      </span>
      <span role="note" className={classes.reason}>
        {lock.reason}
      </span>
    </div>
  );
}

export function percentCell(percent: number | null): ReactNode {
  if (percent === null) return <span>{NONE}</span>;
  const className = percent > 0 ? classes.above : percent < 0 ? classes.below : classes.quiet;
  return <span className={className}>{formatPercent(percent, { sign: true })}</span>;
}

/** An amount in force. */
export function strong(text: ReactNode): ReactNode {
  return <span className={classes.strong}>{text}</span>;
}

/** Something that does not count. */
export function quiet(text: ReactNode): ReactNode {
  return <span className={classes.quiet}>{text}</span>;
}

/** An amount in force over the one it overrides. */
export function overridden(above: ReactNode, below: string, title: string): ReactNode {
  return (
    <span className={classes.two}>
      <span>{above}</span>
      <span className={classes.under} title={title}>
        {below}
      </span>
    </span>
  );
}

const TAG_CLASS = [undefined, classes.tagExclusion, classes.tagOwn, classes.tagPermanent];

/** A letter for exclusion, own or permanent price; nothing for the calculated one. */
export function typeTag(type: PriceType, letter: string, title: () => string): ReactNode {
  if (letter === '') return null;
  return (
    <span className={`${classes.tag} ${TAG_CLASS[type]}`} title={title()}>
      {letter}
    </span>
  );
}

/** 'bis 15.12.2027' */
const DAYS_LENGTH = 14;

/** With the days of its price; both of them stand beside the tag. */
export function tagOver(tag: ReactNode, below: string, title = below): ReactNode {
  return (
    <span className={classes.tagged} title={title} data-lines={below.length > DAYS_LENGTH ? 2 : undefined}>
      {tag}
      <span className={classes.under}>{below}</span>
    </span>
  );
}

/** Not in tab order: keys on the row do the same (rule 14.32). */
export function infoButton(t: TFunction<'editing'>): (pzn: string, onClick: () => void) => ReactNode {
  const labelOf = withPzn((pzn) => t('row.history', { pzn }));
  const title = t('row.historyTip');
  return (pzn, onClick) => (
    <button
      type="button"
      tabIndex={-1}
      className={classes.info}
      aria-label={labelOf(pzn)}
      aria-keyshortcuts="Alt+Enter"
      title={title}
      onClick={onClick}
    >
      {HISTORY}
    </button>
  );
}

/** One element for all rows: its component costs twice as much. */
const HISTORY = (
  <svg aria-hidden className={classes.icon} viewBox="0 0 24 24">
    <path d="M12 8l0 4l2 2M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5" />
  </svg>
);

/** No text holds it. */
const GAP = '\uFFFC';

/** Interpolating per row was a tenth of drawing a list. */
export function withPzn(textOf: (pzn: string) => string): (pzn: string) => string {
  const parts = textOf(GAP).split(GAP);
  return (pzn) => parts.join(pzn);
}

/** A cell with something to press at its end. */
export function withButton(content: ReactNode, button: ReactNode): ReactNode {
  return (
    <div className={classes.withButton}>
      <div>{content}</div>
      {button}
    </div>
  );
}
