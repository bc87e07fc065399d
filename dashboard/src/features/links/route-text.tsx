import { Stack, Text } from '@mantine/core';
import { texts } from '../../texts/texts.ts';

interface RouteTextProps {
  readonly link: string;
  readonly fallback: string;
  readonly skipPage: boolean;
}

/** Without a scheme it is no address: the platform has no base to put in front of it. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

/** Where a route leads, to be read. */
export function RouteText({ link, fallback, skipPage }: RouteTextProps) {
  return (
    <Stack gap={2}>
      <Text size="sm" ff="monospace" style={ANYWHERE}>
        {link}
      </Text>
      {link !== '' && !ABSOLUTE.test(link) && (
        <Text size="sm" c="orange">
          {texts.links.route.nowhere}
        </Text>
      )}
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
