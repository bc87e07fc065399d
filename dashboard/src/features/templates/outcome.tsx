import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Platform, Route, Routes } from '../../api/types.ts';
import { PLATFORMS } from '../../api/types.ts';
import { PlatformName } from '../../components/platform-name.tsx';
import { templates as templatesTexts } from '../../texts/templates.ts';
import styles from './outcome.module.css';
import { hasDestination } from './route-changes.ts';

/** The resulting route of one platform. */
export function RouteOutcome({ route }: { readonly route: Route | undefined }) {
  if (route === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {templatesTexts.outcome.off}
      </Text>
    );
  }
  const dead = !hasDestination(route.link);
  return (
    <Stack gap={2} miw={0}>
      <Address text={route.link} />
      {dead && (
        <Text size="xs" c="dimmed">
          {templatesTexts.outcome.nowhere}
        </Text>
      )}
      {route.fallback !== '' && (
        <Text size="xs" c="dimmed" component="div">
          {templatesTexts.outcome.fallback} <Address text={route.fallback} small />
        </Text>
      )}
      {route.skip_page === true && (
        <Group>
          <Badge size="sm">{templatesTexts.outcome.skip}</Badge>
        </Group>
      )}
    </Stack>
  );
}

function Address({ text, small = false }: { readonly text: string; readonly small?: boolean }) {
  return (
    <Text span ff="monospace" size={small ? 'xs' : 'sm'} style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

/** The resulting routes of all platforms. */
export function RoutesOutcome({ routes }: { readonly routes: Routes }) {
  return (
    <ul className={styles.routes}>
      {PLATFORMS.map((platform: Platform) => (
        <li key={platform}>
          <Text size="sm" fw={500} mb={2} component="div">
            <PlatformName platform={platform} />
          </Text>
          <RouteOutcome route={routes[platform]} />
        </li>
      ))}
    </ul>
  );
}
