import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.layer.css';
import '../src/app/global.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from '../src/app/theme.ts';
import { startTranslations } from '../src/lib/i18n.ts';
import { Gallery } from './Gallery.tsx';

await startTranslations();
createRoot(document.getElementById('root') as HTMLElement).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <Notifications position="bottom-right" />
    <Suspense>
      <Gallery />
    </Suspense>
  </MantineProvider>,
);
