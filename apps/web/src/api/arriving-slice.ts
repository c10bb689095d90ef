import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** A class: the store neither walks nor freezes it. */
export class Arriving {
  /** The first chunk as if it were the whole list. */
  readonly first: unknown;
  /** Rows that have come, of how many. */
  readonly rows: number;
  readonly count: number;
  constructor(first: unknown, rows: number, count: number) {
    this.first = first;
    this.rows = rows;
    this.count = count;
  }
}

/** Lists on their way, by the address they are loaded from (rule 2.28). */
type State = Readonly<Record<string, Arriving>>;

const slice = createSlice({
  name: 'arriving',
  initialState: {} as State,
  reducers: {
    piecesArrived: (state, { payload }: PayloadAction<{ url: string; list: Arriving }>) => ({
      ...state,
      [payload.url]: payload.list,
    }),
    arrivalEnded(state, { payload }: PayloadAction<string>) {
      const { [payload]: _gone, ...others } = state;
      return others;
    },
  },
});

export const { piecesArrived, arrivalEnded } = slice.actions;
export const arrivingReducer = slice.reducer;

export const selectArriving =
  (url: string) =>
  ({ arriving }: { arriving: State }): Arriving | undefined =>
    arriving[url];
