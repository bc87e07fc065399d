import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { OfflineBanner } from './offline-banner.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { cssVariables, theme } from './theme.ts';

/** Loaded after the page: toasts appear only after an action. */
const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }));

const TOASTS_AFTER_MS = 2000;

export function Providers() {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), TOASTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      // All variables are written here, so that the style sheet of the defaults is not needed.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>{settled && <Toasts />}</Suspense>
        <SignInAgain />
        <OfflineBanner />
      </QueryClientProvider>
    </MantineProvider>
  );
}
