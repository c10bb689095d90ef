import type { Pharmacy } from '@portal/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The pharmacy that the user works in; null when none is chosen (rule 2.6). */
export type PharmacyContextState = {
  pharmacy: Pharmacy | null;
  /** False once the chosen pharmacy is known to have no access to the pilot: staff read there and edit nothing. */
  pilotAccess: boolean;
};

const slice = createSlice({
  name: 'pharmacyContext',
  initialState: { pharmacy: null, pilotAccess: true } as PharmacyContextState,
  reducers: {
    pharmacyChosen(state, { payload }: PayloadAction<Pharmacy>) {
      state.pharmacy = payload;
    },
    pilotAccessKnown(state, { payload }: PayloadAction<boolean>) {
      state.pilotAccess = payload;
    },
    pharmacyLeft(state) {
      state.pharmacy = null;
      state.pilotAccess = true;
    },
  },
});

export const { pharmacyChosen, pilotAccessKnown, pharmacyLeft } = slice.actions;
export const pharmacyContextReducer = slice.reducer;

export interface WithPharmacyContext {
  pharmacyContext: PharmacyContextState;
}
export const selectPharmacyContext = (state: WithPharmacyContext): Pharmacy | null => state.pharmacyContext.pharmacy;
export const selectPilotAccess = (state: WithPharmacyContext): boolean => state.pharmacyContext.pilotAccess;
