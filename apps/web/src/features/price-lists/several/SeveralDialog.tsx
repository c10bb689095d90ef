import { Checkbox, Group, Radio } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Pharmacy } from '@portal/contracts';
import { NO_GUARDRAILS, type ProductGroup } from '@portal/rules';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { portalApi } from '../../../api/portal-api.ts';
import type { PriceListTypes } from '../../../editing/kind/types.ts';
import type { Rights } from '../../../editing/kind/kind.ts';
import { type Work, workOf } from '../../../editing/state/sources.ts';
import type { EditSession, ListView } from '../../../editing/state/use-list-editor.ts';
import { formatCount } from '../../../lib/format.ts';
import { type LoadedPriceList, saveBody, useSavePriceListMutation } from '../price-lists-api.ts';
import { type CarriedOver, carryOver } from './carry-over.ts';
import { useOwnPharmacies } from './own-pharmacies.ts';
import { type CarriedOf, Outcome, PharmacyState } from './PharmacyState.tsx';
import { SaveButtons } from './SaveButtons.tsx';
import classes from './several.module.css';
import { type TargetState, useTargets } from './use-targets.ts';
import { Dialog } from '../../../ui/Dialog.tsx';

type Props = {
  editor: ListView<PriceListTypes> & EditSession<PriceListTypes>;
  here: Pharmacy;
  group: ProductGroup;
  onClose: () => void;
};

/** Rules 3.33 to 3.37. */
export default function SeveralDialog({ editor, here, group, onClose }: Props) {
  const { t } = useTranslation('several');
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const { model, session, sources, reason } = editor;
  const { entered, versions } = session;
  const [byRule, setByRule] = useState<'ownFigures' | 'samePrices'>('ownFigures');
  const work = useMemo(
    () => workOf(entered, byRule === 'ownFigures' ? sources.all : sources.all.filter(({ kind }) => kind !== 'rule')),
    [entered, sources.all, byRule],
  );
  const hasRule = useMemo(
    () => workOf(entered, sources.all).sources.some(({ source }) => source.kind === 'rule'),
    [entered, sources.all],
  );
  const { mains, mirrors } = useOwnPharmacies();
  const others = mains.filter(({ apoId }) => apoId !== here.apoId);
  const store = useDispatch();
  const [save] = useSavePriceListMutation();
  const targets = useTargets(group, save);
  const { stateOf, running } = targets;
  const carriedOf = useCarried({ editor, group, work });
  const takeOnly = useEffectEvent(() => others.length === 1 && targets.toggle(others[0] as Pharmacy));
  useEffect(() => void takeOnly(), []);

  const ready = others.flatMap((pharmacy) => {
    const state = stateOf(pharmacy);
    if (state.name !== 'ready' || !state.list.editable) return [];
    const carried = carriedOf(state);
    return carried.edits.size === 0 ? [] : [{ pharmacy, state, carried }];
  });
  const loading = others.some((pharmacy) => stateOf(pharmacy).name === 'loading');
  const chosen = others.filter((pharmacy) => stateOf(pharmacy).name !== 'out');
  const ownState = stateOf(here);
  const all = [here, ...others];
  const done = (name: TargetState['name']) => all.filter((pharmacy) => stateOf(pharmacy).name === name);
  const [saved, refused] = [done('saved'), done('refused')];
  const again = refused.filter((pharmacy) => pharmacy !== here);
  const started = saved.length + refused.length > 0;
  const count = ready.length + (ownState.name === 'out' ? 1 : 0);
  const counted = { count: entered.edits.size, number: formatCount(entered.edits.size) };
  const said = reason.trim() === '' ? {} : { reason: reason.trim() };

  const submit = () =>
    targets.saveAll([
      ...(ownState.name === 'out'
        ? [
            {
              pharmacy: here,
              body: saveBody({ model, edits: entered.edits, group, version: versions.version, ...said }),
            },
          ]
        : []),
      ...ready.map(({ pharmacy, carried, state }) => ({
        pharmacy,
        body: {
          ...saveBody({ ...carried, group, version: state.list.versions.version, ...said }),
          takenFrom: here.crmCompanyId,
        },
      })),
    ]);
  const close = () => {
    if (running) return;
    onClose();
    if (saved.length > 0) store(portalApi.util.invalidateTags(['PriceList']));
    if (ownState.name !== 'saved') return;
    editor.discard();
    void editor.reloadList();
  };

  return (
    <Dialog opened onClose={close} size="xl" fullScreen={narrow} title={t('title')}>
      <p className={classes.said}>{t('taken', { parts: partsText(work, t) })}</p>
      {hasRule && (
        <Radio.Group mt="xs" label={t('byRule')} value={byRule} onChange={(value) => setByRule(value as typeof byRule)}>
          <Group gap="md" mt={4}>
            <Radio value="ownFigures" label={t('ownFigures')} disabled={started} />
            <Radio value="samePrices" label={t('samePrices')} disabled={started} />
          </Group>
        </Radio.Group>
      )}
      <ul className={classes.list} aria-label={t('pharmacies')}>
        <li className={classes.item}>
          <Checkbox checked readOnly disabled label={`${nameOf(here)} (${t('here')})`} />
          {ownState.name === 'out' ? (
            <p className={classes.said}>{t('hereChanges', counted)}</p>
          ) : (
            <Outcome state={ownState} here />
          )}
        </li>
        {others.map((pharmacy) => {
          const state = stateOf(pharmacy);
          // Nothing would be saved there.
          const isIdle = state.name === 'ready' && !ready.some((each) => each.pharmacy === pharmacy);
          return (
            <li key={pharmacy.apoId} className={classes.item}>
              <Checkbox
                checked={state.name !== 'out' && !isIdle}
                disabled={running || isIdle || state.name === 'saved' || state.name === 'refused'}
                label={nameOf(pharmacy)}
                onChange={() => targets.toggle(pharmacy)}
              />
              <PharmacyState name={pharmacy.name} state={state} carriedOf={carriedOf} model={model} />
            </li>
          );
        })}
      </ul>
      {mirrors.length > 0 && (
        <p className={`${classes.said} ${classes.quiet}`}>{t('mirrors', { names: mirrors.map(nameOf).join('; ') })}</p>
      )}
      <SaveButtons
        targets={targets}
        saved={saved.length}
        refused={refused.length}
        again={again}
        count={count}
        loading={loading}
        onlyHere={ready.length === 0 && ownState.name === 'out'}
        nothing={chosen.length === 0 ? t('choose') : ''}
        onSave={submit}
        onClose={close}
      />
    </Dialog>
  );
}

/** What the edits come to in each list, worked out once for each. */
function useCarried({ editor, group, work }: Pick<Props, 'editor' | 'group'> & { work: Work }): CarriedOf {
  const { model, rights } = editor;
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  return useMemo(() => carriedOnce({ work, model, group }, rights, now), [work, model, group, rights, now]);
}

function carriedOnce(source: Parameters<typeof carryOver>[0], rights: Rights, now: number): CarriedOf {
  const known = new WeakMap<LoadedPriceList, CarriedOver>();
  return ({ list, guardrails }) => {
    const carried =
      known.get(list) ?? carryOver(source, { model: list.model, guardrails: guardrails ?? NO_GUARDRAILS }, rights, now);
    known.set(list, carried);
    return carried;
  };
}

const nameOf = ({ name, city }: Pharmacy) => `${name}, ${city}`;

function partsText({ sources, byHand }: Work, t: TFunction<'several'>): string {
  const parts = sources.map(({ source, pzns }) =>
    t(`part.${source.kind}`, { count: pzns.size, number: formatCount(pzns.size) }),
  );
  if (byHand.size > 0) parts.push(t('part.byHand', { count: byHand.size, number: formatCount(byHand.size) }));
  return parts.join(', ');
}
