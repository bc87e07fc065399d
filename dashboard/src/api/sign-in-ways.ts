import { queryOptions } from '@tanstack/react-query';
import { get } from './call.ts';

/** How people can sign in here. */
export interface Ways {
  readonly password: boolean;
  readonly oidc: { readonly name: string; readonly address: string } | null;
}

export const waysQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => get<Ways>('sign-in'),
});

/** Where to sign in at the provider, to come back to this page of the dashboard. */
export function oidcAddress(address: string, to: string | undefined): string {
  const url = new URL(address);
  if (to !== undefined) url.searchParams.set('to', to);
  return url.href;
}
