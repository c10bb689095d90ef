import type { Dashboard, Pharmacy } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The pharmacy that the user works in; null when none is chosen (rule 2.6). */
export type PharmacyContextState = {
  pharmacy: Pharmacy | null;
  /** Staff read there and edit nothing. */
  pilotAccess: boolean;
  /** With an LZD that staff have not released yet (rule 2.13). */
  pendingGroups: readonly ProductGroup[];
};

const slice = createSlice({
  name: 'pharmacyContext',
  initialState: { pharmacy: null, pilotAccess: true, pendingGroups: [] } as PharmacyContextState,
  reducers: {
    pharmacyChosen(state, { payload }: PayloadAction<Pharmacy>) {
      state.pharmacy = payload;
    },
    pharmacyEntered(state, { payload }: PayloadAction<Pick<Dashboard, 'pharmacy' | 'status' | 'tpData'>>) {
      state.pharmacy = payload.pharmacy;
      state.pilotAccess = payload.status !== 'NO_PILOT';
      state.pendingGroups = payload.tpData.filter((group) => group.lzdPending).map((group) => group.productGroup);
    },
    pharmacyLeft(state) {
      state.pharmacy = null;
      state.pilotAccess = true;
      state.pendingGroups = [];
    },
  },
});

export const { pharmacyChosen, pharmacyEntered, pharmacyLeft } = slice.actions;
export const pharmacyContextReducer = slice.reducer;

export interface WithPharmacyContext {
  pharmacyContext: PharmacyContextState;
}
export const selectPharmacyContext = (state: WithPharmacyContext): Pharmacy | null => state.pharmacyContext.pharmacy;
export const selectPendingGroups = (state: WithPharmacyContext): readonly ProductGroup[] =>
  state.pharmacyContext.pendingGroups;
export const selectPilotAccess = (state: WithPharmacyContext): boolean => state.pharmacyContext.pilotAccess;
