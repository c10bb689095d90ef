import { useState } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import {
  partToTakeBack,
  type UpdateHead,
  type UpdateRef,
  useActivateUsersMutation,
  useDeleteUpdateMutation,
  useReleaseLzdMutation,
  useRevertUpdateMutation,
  useTakeBackPartMutation,
} from './price-updates-api.ts';

/** What only staff do with a package (rules 6.19, 6.21 and 6.22). */
export type StaffAction = 'revert' | 'takeBack' | 'delete' | 'release' | 'access' | 'demo';
export type StaffState =
  | { readonly name: 'idle' }
  /** `failure`: why the server refused when it was tried. */
  | { readonly name: 'asks'; readonly action: StaffAction; readonly busy: boolean; readonly failure: string | null }
  | { readonly name: 'activated'; readonly names: readonly string[] }
  | { readonly name: 'released' }
  /** With the periods that did not come back (rule 17.5). */
  | { readonly name: 'reverted'; readonly message: string };

type Options = {
  target: UpdateRef;
  head: Pick<UpdateHead, 'parts'>;
  /** Taken back or deleted: the page has nothing to show any more. */
  onGone: () => void;
  /** Released, a part taken back, or access given: the package looks different now. */
  onChanged: () => Promise<void>;
};

/** Asks first; a refusal stays in the question. */
export function useStaffActions({ target, head, onGone, onChanged }: Options) {
  const [state, setState] = useState<StaffState>({ name: 'idle' });
  const [revert] = useRevertUpdateMutation();
  const [takeBack] = useTakeBackPartMutation();
  const [remove] = useDeleteUpdateMutation();
  const [release] = useReleaseLzdMutation();
  const [activate] = useActivateUsersMutation();

  const { pharmacyId, token } = target;
  const run = async (action: StaffAction): Promise<StaffState> => {
    switch (action) {
      case 'revert': {
        const { message } = await revert(target).unwrap();
        if (message !== undefined) return { name: 'reverted', message };
        onGone();
        return { name: 'idle' };
      }
      case 'delete': {
        await remove(target).unwrap();
        onGone();
        return { name: 'idle' };
      }
      case 'takeBack': {
        await takeBack({ ...target, number: partToTakeBack(head)?.number ?? 0 }).unwrap();
        await onChanged();
        return { name: 'idle' };
      }
      case 'release':
        await release({ params: { apoId: pharmacyId, lzdId: target.id } }).unwrap();
        await onChanged();
        return { name: 'released' };
      case 'access':
      case 'demo': {
        const body = { pharmacyId, token, demo: action === 'demo' };
        const { activatedUsers } = await activate({ body }).unwrap();
        await onChanged();
        return { name: 'activated', names: activatedUsers };
      }
    }
  };

  const confirm = async () => {
    if (state.name !== 'asks') return;
    const { action } = state;
    setState({ name: 'asks', action, busy: true, failure: null });
    try {
      setState(await run(action));
    } catch (error) {
      setState({ name: 'asks', action, busy: false, failure: errorMessage(error) });
    }
  };

  return {
    state,
    ask: (action: StaffAction) => setState({ name: 'asks', action, busy: false, failure: null }),
    confirm,
    close: () => {
      if (state.name === 'reverted') onGone();
      setState({ name: 'idle' });
    },
  };
}
