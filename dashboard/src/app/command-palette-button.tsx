import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyLayer } from '../components/lazy-part.tsx';
import { useTopLayer } from '../components/use-top-layer.ts';
import { shared as texts } from '../texts/shared.ts';

const MAC = /Mac|iPhone|iPad/.test(navigator.platform);
const SHORTCUT = MAC ? '⌘K' : 'Ctrl K';
const CommandPalette = lazyLayer(
  async () => (await import('./command-palette.tsx')).CommandPalette,
);

/** Opens the command palette, whose code is loaded on first use. */
export function CommandPaletteButton() {
  const [opened, { open, close, toggle }] = useDisclosure(false);
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  useHotkeys([['mod+K', toggle]], []);
  useTopLayer(opened, close);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        visibleFrom="sm"
        leftSection={<Search size={14} aria-hidden />}
        rightSection={<Kbd size="xs">{SHORTCUT}</Kbd>}
        onClick={open}
        c="dimmed"
      >
        {texts.nav.search}
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        hiddenFrom="sm"
        onClick={open}
        aria-label={texts.nav.search}
      >
        <Search size={16} />
      </ActionIcon>
      {wanted && (
        <Suspense>
          <CommandPalette opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
