import type { Pharmacy } from '@portal/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The pharmacy that the user works in; null when none is chosen (Specification 3). */
export type PharmacyContextState = { pharmacy: Pharmacy | null };

const slice = createSlice({
  name: 'pharmacyContext',
  initialState: { pharmacy: null } as PharmacyContextState,
  reducers: {
    pharmacyChosen(state, { payload }: PayloadAction<Pharmacy>) {
      state.pharmacy = payload;
    },
    pharmacyLeft(state) {
      state.pharmacy = null;
    },
  },
});

export const { pharmacyChosen, pharmacyLeft } = slice.actions;
export const pharmacyContextReducer = slice.reducer;

export interface WithPharmacyContext {
  pharmacyContext: PharmacyContextState;
}
export const selectPharmacyContext = (state: WithPharmacyContext): Pharmacy | null => state.pharmacyContext.pharmacy;
