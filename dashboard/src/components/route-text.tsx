import { Stack, Text } from '@mantine/core';
import { PLATFORMS } from '../api/types.ts';
import { Hint } from './hint.tsx';
import { links as linksTexts } from '../texts/links.ts';
import { Attention } from './attention.tsx';
import { PlatformName } from './platform-name.tsx';
import type { Rule, RuleRoute } from './rules/rule.ts';
import { isAddress } from '../lib/no-destination.ts';
import { openedAddress } from '../lib/opened-address.ts';

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

/** The addresses of a route, as browsers open them. */
export function RouteText({ route }: { readonly route: RuleRoute }) {
  const { link = '', fallback = '', skip_page: skipsPage } = route;
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
      {skipsPage && <Hint>{linksTexts.route.skips}</Hint>}
    </Stack>
  );
}

/** The routes of a link or of a rule, each below the name of its platform. */
export function RoutesText({ routes }: { readonly routes: Rule['routes'] }) {
  return PLATFORMS.map((platform) => {
    const route = routes[platform];
    return (
      route && (
        <Stack key={platform} gap={2}>
          <Text size="sm" fw={600} component="div">
            <PlatformName platform={platform} />
          </Text>
          <RouteText route={route} />
        </Stack>
      )
    );
  });
}
