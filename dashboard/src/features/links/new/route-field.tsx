import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Pencil, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Platform, Route } from '../../../api/types.ts';
import { AddressInput } from '../../../components/address-input.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { PlatformName } from '../../../components/platform-name.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { RouteText } from '../../../components/route-text.tsx';
import { CampaignButton } from '../campaign/campaign-button.tsx';
import type { Override } from './new-link.ts';

interface RouteFieldProps {
  readonly platform: Platform;
  /** The generated route; undefined: none. */
  readonly generated: Route | undefined;
  readonly override: Override | undefined;
  /** It starts with the input fields instead of the generated route. */
  readonly opened: boolean;
  readonly linkError: ReactNode;
  readonly fallbackError: ReactNode;
  /** `field`: the one that was changed; left out: both. */
  readonly onChange: (override: Override | undefined, field?: 'link' | 'fallback') => void;
}

/** The route of one platform: generated or edited. */
export function RouteField(props: RouteFieldProps) {
  const { platform, generated, override, linkError, fallbackError, onChange } = props;
  const [editing, setEditing] = useState(props.opened);
  const invalid = Boolean(linkError) || Boolean(fallbackError);
  // The error ends at the first key; the field stays.
  if (invalid && !editing) setEditing(true);
  const name = texts.platforms[platform];
  const link = override?.link ?? generated?.link ?? '';
  const fallback = override?.fallback ?? generated?.fallback ?? '';
  const skipPage =
    override?.skipPage ?? (override?.link === undefined && generated?.skip_page === true);
  return (
    <Stack gap={6} role="group" aria-label={name}>
      <Group justify="space-between" wrap="nowrap" mih={28}>
        <Group gap="xs">
          <Text size="sm" fw={600} component="div">
            <PlatformName platform={platform} />
          </Text>
          {override !== undefined && <Badge>{linksTexts.edited}</Badge>}
        </Group>
        {editing ? (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<Undo2 size={14} aria-hidden />}
            onClick={() => {
              onChange(undefined);
              setEditing(false);
            }}
          >
            {linksTexts.restoreRoute}
          </Button>
        ) : (
          <IconAction
            label={linksTexts.changeRoute}
            aria-label={`${linksTexts.changeRoute}: ${name}`}
            onClick={() => setEditing(true)}
          >
            <Pencil size={15} />
          </IconAction>
        )}
      </Group>
      {editing ? (
        <Stack gap="xs">
          <AddressInput
            kind={platform === 'web' ? 'web' : 'app'}
            size="sm"
            label={linksTexts.route.link}
            value={link}
            placeholder={generated?.link ?? ''}
            required={generated === undefined}
            onChange={(text) => onChange({ ...override, link: text }, 'link')}
            error={linkError}
            autoFocus={!invalid}
          />
          {platform === 'web' && (
            <CampaignButton
              address={link}
              onChange={(text) => onChange({ ...override, link: text }, 'link')}
            />
          )}
          <AddressInput
            kind="web"
            size="sm"
            label={linksTexts.route.fallback}
            description={linksTexts.route.fallbackHint}
            value={fallback}
            onChange={(text) => onChange({ ...override, fallback: text }, 'fallback')}
            error={fallbackError}
          />
        </Stack>
      ) : (
        <RouteText route={{ link, fallback, skip_page: skipPage }} />
      )}
    </Stack>
  );
}
