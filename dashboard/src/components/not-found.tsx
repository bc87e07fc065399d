import { Center } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Compass } from 'lucide-react';
import { Empty } from './empty.tsx';
import { ButtonLink } from './link.tsx';
import { shared as texts } from '../texts/shared.ts';

/** "Not found", inside the frame of the dashboard. */
export function NotFound() {
  useDocumentTitle(`${texts.notFoundTitle} · ${texts.product}`);
  return (
    <Center mih="60vh">
      <Empty icon={Compass} title={texts.notFoundTitle} text={texts.notFoundText} order={1}>
        <ButtonLink to="/">{texts.backToLinks}</ButtonLink>
      </Empty>
    </Center>
  );
}

/** "Not found" as a page without the frame of the dashboard. */
export function NotFoundPage() {
  return (
    <main>
      <NotFound />
    </main>
  );
}
