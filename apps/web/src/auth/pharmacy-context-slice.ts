import type { Dashboard, Pharmacy } from '@portal/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The pharmacy that the user works in; null when none is chosen (rule 2.6). */
export type PharmacyContextState = {
  pharmacy: Pharmacy | null;
  /** Staff read there and edit nothing. */
  pilotAccess: boolean;
};

const slice = createSlice({
  name: 'pharmacyContext',
  initialState: { pharmacy: null, pilotAccess: true } as PharmacyContextState,
  reducers: {
    pharmacyChosen(state, { payload }: PayloadAction<Pharmacy>) {
      state.pharmacy = payload;
    },
    pharmacyEntered(state, { payload }: PayloadAction<Pick<Dashboard, 'pharmacy' | 'status'>>) {
      state.pharmacy = payload.pharmacy;
      state.pilotAccess = payload.status !== 'NO_PILOT';
    },
    pharmacyLeft(state) {
      state.pharmacy = null;
      state.pilotAccess = true;
    },
  },
});

export const { pharmacyChosen, pharmacyEntered, pharmacyLeft } = slice.actions;
export const pharmacyContextReducer = slice.reducer;

export interface WithPharmacyContext {
  pharmacyContext: PharmacyContextState;
}
export const selectPharmacyContext = (state: WithPharmacyContext): Pharmacy | null => state.pharmacyContext.pharmacy;
export const selectPilotAccess = (state: WithPharmacyContext): boolean => state.pharmacyContext.pilotAccess;
