import type { Cents } from '@portal/rules';
import { type ReactNode, useState } from 'react';
import { article, money, NO_PRICE, overridden, percentCell, quiet, strong } from '../src/editing/cells/cells.tsx';
import type { InputIssue } from '../src/editing/kind/input-issue.ts';
import { PriceInput } from '../src/editing/cells/PriceInput.tsx';
import { Tick } from '../src/editing/cells/Tick.tsx';
import classes from './gallery.module.css';

const LOCK = { word: 'in Freigabe', reason: 'Der Artikel ist Teil eines offenen Preisupdates.' };

export function Cells() {
  return (
    <dl className={classes.cells}>
      <Sample name="amount">{money(1234_56)}</Sample>
      <Sample name="no amount">{money(null)}</Sample>
      <Sample name="amount in force">{strong(money(9_99))}</Sample>
      <Sample name="does not count">{quiet(NO_PRICE)}</Sample>
      <Sample name="overridden">{overridden(money(9_99), money(12_49), 'TruePrice')}</Sample>
      <Sample name="above">{percentCell(12.5)}</Sample>
      <Sample name="below">{percentCell(-8.25)}</Sample>
      <Sample name="equal">{percentCell(0)}</Sample>
      <Sample name="article">{article('Ibuflam akut 400 mg', 'Zentiva · 20 ST')}</Sample>
      <Sample name="locked article">{article('Nasenspray', 'ratiopharm · 10 ML', LOCK)}</Sample>
      <Sample name="price">
        <Price label="Preis" price={9_99} />
      </Sample>
      <Sample name="rounded (4,999)">
        <Price label="Gerundeter Preis" price={5_00} rounded="4,999" />
      </Sample>
      <Sample name="two readings">
        <Price label="Mehrdeutiger Preis" price={null} issue={{ text: '1.234', reason: 'question' }} />
      </Sample>
      <Sample name="no price">
        <Price label="Falscher Preis" price={null} issue={{ text: 'abc', reason: 'notANumber' }} />
      </Sample>
      <Sample name="locked price">
        <Price label="Gesperrter Preis" price={9_99} disabled />
      </Sample>
      <Sample name="tick">
        <Tick label="Ausschluss" checked disabled={false} onChange={() => undefined} />
      </Sample>
      <Sample name="some of the rows">
        <Tick label="Alle" checked={false} partly disabled={false} onChange={() => undefined} />
      </Sample>
      <Sample name="locked tick">
        <Tick label="Dauerpreis" checked={false} disabled onChange={() => undefined} />
      </Sample>
    </dl>
  );
}

function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt lang="en">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type PriceProps = {
  label: string;
  price: Cents | null;
  rounded?: string;
  issue?: InputIssue;
  disabled?: boolean;
};

/** A price that can be typed into, beginning in one of its states. */
function Price({ label, disabled = false, ...start }: PriceProps) {
  const [price, setPrice] = useState(start.price);
  const [rounded, setRounded] = useState(start.rounded);
  const [issue, setIssue] = useState(start.issue);
  return (
    <PriceInput
      label={label}
      price={price}
      rounded={rounded}
      issue={issue}
      disabled={disabled}
      onPrice={(cents, typed) => {
        setPrice(cents);
        setRounded(typed?.rounded);
        setIssue(undefined);
      }}
      onIssue={setIssue}
    />
  );
}
