import { Button, Menu } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { Ref } from 'react';
import { PLATFORMS, type Platform } from '../api/types.ts';
import { links as linksTexts } from '../texts/links.ts';
import { shared as texts } from '../texts/shared.ts';

interface AddPlatformProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly present: readonly Platform[];
  readonly onAdd: (platform: Platform) => void;
}

/** Adds a route for a platform that has none; hidden if all have one. */
export function AddPlatform({ ref, present, onAdd }: AddPlatformProps) {
  const missing = PLATFORMS.filter((platform) => !present.includes(platform));
  if (missing.length === 0) return null;
  return (
    // The field of the new route gets the focus; the menu must not take it back.
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button
          ref={ref}
          variant="subtle"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
        >
          {linksTexts.addPlatform}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {missing.map((platform) => (
          <Menu.Item key={platform} onClick={() => onAdd(platform)}>
            {texts.platforms[platform]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
