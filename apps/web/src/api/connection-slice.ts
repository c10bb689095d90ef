import { REASON } from '@portal/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiError } from './api-error.ts';

/** Rule 2.29. `silent`: calls get no answer; `disturbed`: the proxy answers, the portal behind it does not. */
export type Connection = 'there' | 'silent' | 'disturbed';

const slice = createSlice({
  name: 'connection',
  initialState: { is: 'there' as Connection },
  reducers: {
    connectionSeen: (state, { payload }: PayloadAction<Connection>) => {
      state.is = payload;
    },
  },
});

export const { connectionSeen } = slice.actions;
export const connectionReducer = slice.reducer;
export const selectConnection = ({ connection }: { connection: { is: Connection } }): Connection => connection.is;
export const selectReachable = (state: { connection: { is: Connection } }): boolean =>
  selectConnection(state) === 'there';

/** What an answer tells of the way to the portal. */
export function connectionOf(error: Pick<ApiError, 'httpStatus' | 'reason'> | undefined): Connection {
  const isDisturbed = error?.reason === REASON.unavailable || error?.httpStatus === 502 || error?.httpStatus === 504;
  return isDisturbed ? 'disturbed' : 'there';
}
