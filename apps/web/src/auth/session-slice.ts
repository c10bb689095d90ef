import type { UserData } from '@portal/contracts';
import { deriveRoles } from '@portal/rules';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { TokenUser } from './keycloak-session.ts';

/** Rule 1.4. Rule 2.19. */
export interface SessionState {
  userName: string;
  /** Subject of the token: the owner of what is stored in this browser. */
  subject: string;
  /** Calls are refused until the next sign-in. */
  lost: boolean;
  /** With the derived roles. */
  userRoles: string[];
  /** Country of the token; 'AT' customers have no access. */
  country: string | null;
  /** 0 until the user's record has come. */
  userid: number;
  userInfo: UserData | null;
}

const signedOut: SessionState = {
  userName: '',
  subject: '',
  lost: false,
  userRoles: [],
  country: null,
  userid: 0,
  userInfo: null,
};

const slice = createSlice({
  name: 'session',
  initialState: signedOut,
  reducers: {
    signedIn(_state, { payload }: PayloadAction<TokenUser>): SessionState {
      return {
        ...signedOut,
        userName: payload.userName,
        subject: payload.subject,
        userRoles: deriveRoles(payload.roles),
        country: payload.country,
      };
    },
    sessionLost(state) {
      state.lost = true;
    },
    userLoaded(state, { payload }: PayloadAction<UserData>) {
      state.userid = payload.id;
      state.userInfo = payload;
    },
  },
});

export const { signedIn, sessionLost, userLoaded } = slice.actions;
export const sessionReducer = slice.reducer;

export interface WithSession {
  session: SessionState;
}
export const selectSession = (state: WithSession): SessionState => state.session;
export const selectUserInfo = (state: WithSession): UserData | null => state.session.userInfo;
