import { Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Platform } from '../../../api/types.ts';
import { AddressInput } from '../../../components/address-input.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { PlatformName } from '../../../components/platform-name.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { CampaignButton } from '../campaign/campaign-button.tsx';
import type { RouteValues } from './routes.ts';

interface RouteInputsProps {
  readonly platform: Platform;
  readonly values: RouteValues;
  /** The route was just added. */
  readonly added: boolean;
  readonly linkError: ReactNode;
  readonly fallbackError: ReactNode;
  readonly onChange: (values: RouteValues) => void;
  readonly onRemove: () => void;
}

export function RouteInputs(props: RouteInputsProps) {
  const { platform, values, added, linkError, fallbackError, onChange, onRemove } = props;
  const name = texts.platforms[platform];
  const remove = `${linksTexts.removeRoute}: ${name}`;
  return (
    <Paper withBorder p="md" role="group" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} component="div">
            <PlatformName platform={platform} />
          </Text>
          <IconAction label={linksTexts.removeRoute} aria-label={remove} onClick={onRemove}>
            <Trash2 size={16} />
          </IconAction>
        </Group>
        <AddressInput
          kind={platform === 'web' ? 'web' : 'app'}
          label={linksTexts.route.link}
          value={values.link}
          onChange={(link) => onChange({ ...values, link })}
          error={linkError}
          required
          autoFocus={added}
          maxLength={2048}
        />
        {platform === 'web' && (
          <CampaignButton
            address={values.link}
            onChange={(link) => onChange({ ...values, link })}
          />
        )}
        <AddressInput
          kind="web"
          label={linksTexts.route.fallback}
          description={linksTexts.route.fallbackHint}
          value={values.fallback}
          onChange={(fallback) => onChange({ ...values, fallback })}
          error={fallbackError}
          maxLength={2048}
        />
        <Checkbox
          mt={4}
          label={linksTexts.route.skipPage}
          checked={values.skipPage}
          onChange={(event) => onChange({ ...values, skipPage: event.currentTarget.checked })}
        />
      </Stack>
    </Paper>
  );
}
