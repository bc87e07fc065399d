import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Signpost } from 'lucide-react';
import { Empty } from '../components/empty.tsx';
import { shared as texts } from '../texts/shared.ts';

/**
 * Shown instead of every page at an address that is not that of the service. `address`: the same page at the right one. It
 * can contain the secret of an invitation, so only its origin is shown.
 */
export function WrongAddress({ address }: { readonly address: string }) {
  useDocumentTitle(`${texts.wrongAddressTitle} · ${texts.product}`);
  const { origin } = new URL(address);
  return (
    <main>
      <Empty
        icon={Signpost}
        title={texts.wrongAddressTitle}
        text={<span style={{ overflowWrap: 'anywhere' }}>{texts.wrongAddressText(origin)}</span>}
        order={1}
      >
        <Button component="a" href={address}>
          {texts.openRightAddress}
        </Button>
      </Empty>
    </main>
  );
}
