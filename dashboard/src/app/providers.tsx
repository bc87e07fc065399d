import { MantineProvider } from '@mantine/core';
import { notificationsStore } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { keepFocus } from './keep-focus.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { cssVariables, theme } from './theme.ts';
import { useRightAddress } from './use-right-address.ts';
import { WrongAddress } from './wrong-address.tsx';

/** Loaded after the page, or for the first toast: these appear only after an action. */
const TOASTS_AFTER_MS = 2000;
const TOASTS_AGAIN_MS = 5000;

const Toasts = lazy(loadToasts);

/** Tries again without a connection: an error here would replace the whole page, with its input. */
async function loadToasts(): Promise<{ default: ComponentType }> {
  try {
    return { default: (await import('./toasts.tsx')).Toasts };
  } catch {
    await new Promise((resolve) => setTimeout(resolve, TOASTS_AGAIN_MS));
    return loadToasts();
  }
}

export function Providers() {
  const rightAddress = useRightAddress();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      // All variables are written here, so that the style sheet of the defaults is not needed.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
    >
      {rightAddress === undefined ? <Dashboard /> : <WrongAddress address={rightAddress} />}
    </MantineProvider>
  );
}

function Dashboard() {
  const [hasToasts, setHasToasts] = useState(false);
  useEffect(keepFocus, []);
  useEffect(() => {
    const load = (): void => setHasToasts(true);
    const timer = setTimeout(load, TOASTS_AFTER_MS);
    const unsubscribe = notificationsStore.subscribe(load);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Suspense>{hasToasts && <Toasts />}</Suspense>
      <SignInAgain />
      <OfflineBanner />
    </QueryClientProvider>
  );
}
