import { createSlice } from '@reduxjs/toolkit';

/** Rule 2.29. */
type Connection = { readonly reachable: boolean };

const slice = createSlice({
  name: 'connection',
  initialState: { reachable: true } as Connection,
  reducers: {
    serverAnswered: (state) => (state.reachable ? state : { reachable: true }),
    serverMissed: (state) => (state.reachable ? { reachable: false } : state),
  },
});

export const { serverAnswered, serverMissed } = slice.actions;
export const connectionReducer = slice.reducer;
export const selectReachable = ({ connection }: { connection: Connection }): boolean => connection.reachable;
