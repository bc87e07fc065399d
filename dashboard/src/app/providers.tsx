import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { signedOut } from '../api/call.ts';
import { meQuery } from './session.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

export function Providers() {
  useEffect(() => {
    // A session that was ended elsewhere shows with the first request after it.
    const leave = (): void => {
      if (queryClient.getQueryData(meQuery.queryKey) === undefined) return;
      queryClient.clear();
      void router.navigate({
        to: '/sign-in',
        search: { to: router.state.location.href, ended: true },
      });
    };
    signedOut.addEventListener('unauthorized', leave);
    return () => signedOut.removeEventListener('unauthorized', leave);
  }, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
