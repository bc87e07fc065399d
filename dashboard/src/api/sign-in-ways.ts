import { queryOptions } from '@tanstack/react-query';
import { get } from './call.ts';
import type { SignInWays } from './schema.ts';

/** The available ways to sign in. */
export type Ways = SignInWays;

export const waysQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => get('sign-in'),
});

/** The address to sign in with the provider and return to this page of the dashboard. */
export function oidcAddress(address: string, to: string | undefined): string {
  const url = new URL(address);
  if (to !== undefined) url.searchParams.set('to', to);
  return url.href;
}
