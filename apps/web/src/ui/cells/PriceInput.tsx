import { type Cents, formatCents, parsePriceInput, type PriceInputFault } from '@portal/rules';
import { useEffect, useRef, useState } from 'react';
import classes from './cells.module.css';

/** Something entered that is no price; kept as typed. */
export type InputFault = { readonly text: string; readonly reason: PriceInputFault };

type Props = {
  label: string;
  price: Cents | null;
  fault: InputFault | undefined;
  /** The sentence about `fault`. */
  faultText: string | undefined;
  disabled: boolean;
  onPrice: (price: Cents | null) => void;
  onFault: (fault: InputFault) => void;
};

/**
 * The new price of a row. Every keystroke that makes a price counts at once, so that nothing is lost when the row scrolls
 * away; the text is brought into shape when the input is left. An emptied input clears the price only then: who deletes
 * the old price to type the new one must not lose the tick of 'Dauerpreis' in between.
 */
export function PriceInput({ label, price, fault, faultText, disabled, onPrice, onFault }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const emptied = useRef(false);
  const text = typed ?? fault?.text ?? (price === null ? '' : formatCents(price));
  const read = (value: string) => {
    setTyped(value);
    const result = parsePriceInput(value);
    emptied.current = result.kind === 'empty';
    if (result.kind === 'fault') onFault({ text: value, reason: result.reason });
    else if (result.kind === 'price') onPrice(result.cents);
  };
  const settle = () => {
    if (emptied.current) onPrice(null);
    emptied.current = false;
  };
  const settleLatest = useRef(settle);
  useEffect(() => {
    settleLatest.current = settle;
  });
  // Scrolled away without being left.
  useEffect(() => () => settleLatest.current(), []);
  return (
    <input
      className={classes.price}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      maxLength={14}
      aria-label={label}
      aria-invalid={fault ? true : undefined}
      title={faultText}
      disabled={disabled}
      value={text}
      onChange={(event) => read(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => {
        settle();
        setTyped(null);
      }}
    />
  );
}
