import { useMediaQuery } from '@mantine/hooks';
import type { Pharmacy } from '@portal/contracts';
import { type RowEdits, rowAt, rowOfPzn } from '@portal/list-view';
import { NO_GUARDRAILS, type ProductGroup } from '@portal/rules';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '../../../auth/use-access.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { type LoadedPriceList, saveBody, useSavePriceListMutation } from '../price-lists-api.ts';
import { type CarriedOver, enteredThere } from '../several/carry-over.ts';
import { type CarriedOf, PharmacyState } from '../several/PharmacyState.tsx';
import { SaveButtons } from '../several/SaveButtons.tsx';
import classes from '../several/several.module.css';
import { type TargetState, useTargets } from '../several/use-targets.ts';
import type { Loaded } from './use-own-lists.ts';

type Entered = Loaded & { readonly edits: RowEdits };
type Props = {
  sides: readonly Entered[];
  group: ProductGroup;
  onClose: (saved: readonly Pharmacy[]) => void;
};

/** Each list as it is now, with its limits, before anything is saved (rules 2.25 and 3.36). */
export function SaveEntered({ sides: given, group, onClose }: Props) {
  const { t } = useTranslation(['several', 'compare']);
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  // what is entered stays as it is while the dialog is open
  const [sides] = useState(given);
  const carriedOf = useEnteredThere(sides);
  const [save] = useSavePriceListMutation();
  const targets = useTargets(group, save);
  const { stateOf, running } = targets;
  const lookAtAll = useEffectEvent(() => sides.forEach(({ pharmacy }) => targets.toggle(pharmacy)));
  useEffect(() => lookAtAll(), []);

  const stateHere = (side: Entered): TargetState => {
    const state = stateOf(side.pharmacy);
    if (state.name !== 'ready' || state.conflicts.length > 0) return state;
    return { ...state, conflicts: changedSince(side, state.list) };
  };
  const ready = sides.flatMap((side) => {
    const state = stateOf(side.pharmacy);
    if (state.name !== 'ready' || !state.list.editable) return [];
    const carried = carriedOf(side)(state);
    return carried.edits.size === 0 ? [] : [{ pharmacy: side.pharmacy, state, carried }];
  });
  const done = (name: TargetState['name']) =>
    sides.map(({ pharmacy }) => pharmacy).filter((pharmacy) => stateOf(pharmacy).name === name);
  const [saved, refused] = [done('saved'), done('refused')];
  const loading = done('loading').length > 0;
  const submit = () =>
    targets.saveAll(
      ready.map(({ pharmacy, carried, state }) => ({
        pharmacy,
        body: saveBody({ ...carried, group, version: state.list.versions.version }),
      })),
    );
  const close = () => {
    if (!running) onClose(saved);
  };
  return (
    <Dialog opened onClose={close} size="xl" fullScreen={narrow} title={t('compare:save')}>
      <ul className={classes.list} aria-label={t('pharmacies')}>
        {sides.map((side) => (
          <li key={side.pharmacy.apoId} className={classes.item}>
            <strong>{`${side.pharmacy.name}, ${side.pharmacy.city}`}</strong>
            <PharmacyState
              name={side.pharmacy.name}
              state={stateHere(side)}
              carriedOf={carriedOf(side)}
              model={side.list.model}
              opened
            />
          </li>
        ))}
      </ul>
      <SaveButtons
        targets={targets}
        saved={saved.length}
        refused={refused.length}
        again={refused}
        count={ready.length}
        loading={loading}
        nothing={t('nothingThere', { names: sides.map(({ pharmacy }) => pharmacy.name).join(', ') })}
        onSave={submit}
        onClose={close}
      />
    </Dialog>
  );
}

/** What the prices come to in each list, worked out once for each. */
function useEnteredThere(sides: readonly Entered[]): (side: Entered) => CarriedOf {
  const rights = useAccess();
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  return useMemo(() => {
    const known = new WeakMap<LoadedPriceList, CarriedOver>();
    const all = new Map(
      sides.map((side): [Entered, CarriedOf] => [
        side,
        ({ list, guardrails }) => {
          const target = { model: list.model, guardrails: guardrails ?? NO_GUARDRAILS };
          const carried = known.get(list) ?? enteredThere(side.edits, target, rights, now);
          known.set(list, carried);
          return carried;
        },
      ]),
    );
    return (side) => all.get(side) as CarriedOf;
  }, [sides, rights, now]);
}

/** PZNs of what is entered whose row somebody changed since it was compared. */
function changedSince({ edits, list: { model } }: Entered, { model: fresh }: LoadedPriceList): string[] {
  return [...edits.keys()].filter((pzn) => {
    const [before, now] = [rowOfPzn(model, pzn), rowOfPzn(fresh, pzn)];
    if (before === undefined || now === undefined) return false;
    const [was, is] = [rowAt(model, before), rowAt(fresh, now)];
    return was.priceType !== is.priceType || was.ownPrice !== is.ownPrice || was.calculatedPrice !== is.calculatedPrice;
  });
}
