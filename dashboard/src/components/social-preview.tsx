import { Box, SegmentedControl, Stack, Text } from '@mantine/core';
import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { links as linksTexts } from '../texts/links.ts';
import type { SocialCard } from './social.ts';
import classes from './social-preview.module.css';

interface SocialPreviewProps {
  readonly card: SocialCard;
  readonly host: string;
}

/** The social preview of a link. Images of other hosts are not loaded; their address is shown instead. */
export function SocialPreview({ card, host }: SocialPreviewProps) {
  const [kind, setKind] = useState('slack');
  const picture = card.image !== undefined && <Picture address={card.image} />;
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        value={kind}
        onChange={setKind}
        data={[
          { value: 'slack', label: 'Slack' },
          { value: 'imessage', label: 'iMessage' },
        ]}
        aria-label={linksTexts.cardKind}
        style={{ alignSelf: 'flex-start' }}
      />
      <Box role="img" aria-label={linksTexts.cardPreview(card.title, card.description)}>
        {kind === 'slack' ? (
          <div className={classes.slack} aria-hidden>
            <Text size="xs" fw={600} truncate>
              {card.site}
            </Text>
            <Text size="sm" fw={600} className={classes.title} dir="auto">
              {card.title}
            </Text>
            {card.description !== undefined && (
              <Text size="sm" lineClamp={4} dir="auto">
                {card.description}
              </Text>
            )}
            {picture}
          </div>
        ) : (
          <div className={classes.bubble} aria-hidden>
            {picture}
            <div className={classes.caption}>
              <Text size="sm" fw={600} lineClamp={2} dir="auto">
                {card.title}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {host}
              </Text>
            </div>
          </div>
        )}
      </Box>
    </Stack>
  );
}

function Picture({ address }: { readonly address: string }) {
  return (
    <div className={classes.picture}>
      <ImageIcon size={28} />
      <Text size="xs" ff="monospace" lineClamp={2}>
        {address}
      </Text>
    </div>
  );
}
