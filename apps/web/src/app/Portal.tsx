import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { PortalStore } from './store.ts';
import { theme } from './theme.ts';

/** Everything the screens stand on: store, theme, notifications. Light or dark follows the system until the user chooses. */
export function Portal({ store, nonce, children }: { store: PortalStore; nonce: string; children: ReactNode }) {
  return (
    <Provider store={store}>
      <MantineProvider theme={theme} defaultColorScheme="auto" {...(nonce ? { getStyleNonce: () => nonce } : {})}>
        <Notifications position="bottom-right" />
        {children}
      </MantineProvider>
    </Provider>
  );
}
