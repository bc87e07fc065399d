import { Stack, Text } from '@mantine/core';
import { texts } from '../../texts/texts.ts';

interface RouteTextProps {
  readonly link: string;
  readonly fallback: string;
  readonly skipPage: boolean;
}

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

/** Where a route leads, to be read. */
export function RouteText({ link, fallback, skipPage }: RouteTextProps) {
  return (
    <Stack gap={2}>
      <Text size="sm" ff="monospace" style={ANYWHERE}>
        {link}
      </Text>
      {fallback !== '' && (
        <Text size="sm" c="dimmed" style={ANYWHERE}>
          {texts.links.route.else}{' '}
          <Text span inherit ff="monospace">
            {fallback}
          </Text>
        </Text>
      )}
      {skipPage && (
        <Text size="sm" c="dimmed">
          {texts.links.route.skips}
        </Text>
      )}
    </Stack>
  );
}
