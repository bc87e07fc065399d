import { Group, Text } from '@mantine/core';
import { Globe, Smartphone, Tablet, TabletSmartphone, type LucideIcon } from 'lucide-react';
import type { Platform } from '../api/types.ts';
import { shared as texts } from '../texts/shared.ts';

const ICONS: Readonly<Record<Platform, LucideIcon>> = {
  web: Globe,
  iphone: Smartphone,
  ipad: Tablet,
  universal: TabletSmartphone,
  android: Smartphone,
};

export function PlatformName({ platform }: { readonly platform: Platform }) {
  const Icon = ICONS[platform];
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <Icon size={16} aria-hidden style={{ flex: 'none' }} />
      <Text span inherit>
        {texts.platforms[platform]}
      </Text>
    </Group>
  );
}
