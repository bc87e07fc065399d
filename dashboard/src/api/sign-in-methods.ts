import { queryOptions } from '@tanstack/react-query';
import { get } from './call.ts';

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => get('sign-in'),
});

/** The URL that starts the sign-in with the provider and then returns to the page `to`. */
export function oidcAddress(address: string, to: string | undefined): string {
  const url = new URL(address);
  if (to !== undefined) url.searchParams.set('to', to);
  return url.href;
}
