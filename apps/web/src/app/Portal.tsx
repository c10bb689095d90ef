import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Provider } from 'react-redux';
import { watchPresses } from '../ui/confirm-guard/watch-presses.ts';
import type { PortalStore } from './store.ts';
import { colorSchemes } from './color-schemes.ts';
import { LateNotifications } from './LateNotifications.tsx';
import { cssVariables, theme } from './theme.ts';

type Props = {
  store: PortalStore;
  nonce: string;
  /** 'test' leaves out transitions, which jsdom never ends. */
  env?: 'default' | 'test';
  children: ReactNode;
};

/** Light or dark follows the system until the user chooses. */
export function Portal({ store, nonce, env = 'default', children }: Props) {
  useEffect(watchPresses, []);
  return (
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemes}
        env={env}
        {...(nonce ? { getStyleNonce: () => nonce } : {})}
      >
        <LateNotifications />
        {children}
      </MantineProvider>
    </Provider>
  );
}
