import { Flex, Group, Text } from '@mantine/core';
import type { Link } from '../../../api/types.ts';
import { AddressText } from '../../../components/address-text.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { LinkBadges, StateBadge } from '../badges.tsx';

/** The state and the destination, below the address. */
export function LinkLead({ link }: { readonly link: Link }) {
  return (
    // The badges are before the address, on a phone above it.
    <Flex direction={{ base: 'column', sm: 'row' }} align="flex-start" rowGap="xs" columnGap="sm">
      <Group gap="sm" wrap="nowrap">
        <StateBadge state={link.state} />
        <LinkBadges link={link} />
      </Group>
      <Text
        size="sm"
        c="dimmed"
        lineClamp={3}
        title={link.uri}
        style={{ overflowWrap: 'anywhere' }}
      >
        {link.name !== null && (
          <>
            <Text span inherit ff="monospace" c="var(--mantine-color-text)">
              <AddressText address={link.smartlink} />
            </Text>
            {', '}
          </>
        )}
        {linksTexts.createdFrom}{' '}
        <Text span inherit ff="monospace">
          {link.uri}
        </Text>
      </Text>
    </Flex>
  );
}
