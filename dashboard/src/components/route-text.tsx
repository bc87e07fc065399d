import { Stack, Text } from '@mantine/core';
import { Hint } from './hint.tsx';
import { links as linksTexts } from '../texts/links.ts';
import { Attention } from './attention.tsx';
import { isAddress } from '../lib/no-destination.ts';
import { openedAddress } from '../lib/opened-address.ts';

interface RouteTextProps {
  readonly link: string;
  readonly fallback: string;
  readonly skipPage: boolean;
}

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

export function RouteText({ link, fallback, skipPage }: RouteTextProps) {
  return (
    <Stack gap={2}>
      <Text size="sm" ff="monospace" style={ANYWHERE}>
        {openedAddress(link)}
      </Text>
      {link !== '' && !isAddress(link) && <Attention text={linksTexts.route.noAddress} />}
      {fallback !== '' && (
        <Text size="sm" c="dimmed" style={ANYWHERE}>
          {linksTexts.route.else}{' '}
          <Text span inherit ff="monospace">
            {openedAddress(fallback)}
          </Text>
        </Text>
      )}
      {skipPage && <Hint>{linksTexts.route.skips}</Hint>}
    </Stack>
  );
}
