import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { rightAddress } from '../api/right-address.ts';

/** `BASE_URL`, which the service writes into the page. Undefined while the dashboard is developed with Vite. */
const SERVICE_URL = document.querySelector<HTMLMetaElement>('meta[name=smartlink-url]')?.content;

const read = (): string | undefined =>
  rightAddress({ href: location.href, base: document.baseURI }, SERVICE_URL);

/** The address of this page at the right host. Undefined: it is open there. */
export function useRightAddress(): string | undefined {
  const [address, setAddress] = useState(read);
  // Another invitation that is pasted into the address bar changes only the part after `#`.
  useWindowEvent('hashchange', () => setAddress(read()));
  return address;
}
