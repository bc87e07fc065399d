import { Badge, Divider, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import type { Platform } from '../../api/types.ts';
import { useApp } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { AddressInput } from '../../components/address-input.tsx';
import { TextLink } from '../../components/link.tsx';
import { PlatformName } from '../../components/platform-name.tsx';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { FallbackInput } from './fallback-input.tsx';
import { RouteOutcome } from './outcome.tsx';
import { withRoute } from './template-draft.ts';
import type { TemplateEditing } from './use-template-editor.ts';

interface PlatformCardProps {
  readonly platform: Platform;
  readonly editing: TemplateEditing;
  readonly disabled: boolean;
}

/** The fields of a template for one platform, and the resulting route. */
export function PlatformCard({ platform, editing, disabled }: PlatformCardProps) {
  const { value, set, issue, platforms } = editing;
  const settings = platforms[platform] ?? {};
  const route = value.routes[platform];
  const pointer = `/routes/${platform}`;
  const change = (fields: Parameters<typeof withRoute>[2]): void =>
    set(withRoute(value, platform, fields));
  return (
    <Paper withBorder p="md" component="fieldset" m={0} miw={0} aria-labelledby={`at-${platform}`}>
      <Stack gap="sm" h="100%">
        <Group justify="space-between" gap="xs">
          <Text fw={600} component="div" id={`at-${platform}`}>
            <PlatformName platform={platform} />
          </Text>
          {settings.enabled !== false && route?.link === undefined && (
            <Badge variant="default" size="sm">
              {templatesTexts.card.samePath}
            </Badge>
          )}
        </Group>
        {settings.enabled === false ? (
          <DisabledPlatform kept={route !== undefined} />
        ) : (
          <>
            <AddressInput
              kind={platform === 'web' ? 'web' : 'app'}
              label={templatesTexts.card.link}
              placeholder={templatesTexts.card.linkPlaceholder}
              value={route?.link ?? ''}
              onChange={(link) => change({ link })}
              error={issue(`${pointer}/link`)}
              disabled={disabled}
            />
            <FallbackInput
              platform={platform}
              value={route?.fallback}
              platformDefault={settings.fallback ?? ''}
              onChange={(fallback) => change({ fallback })}
              error={issue(`${pointer}/fallback`)}
              disabled={disabled}
            />
            {platform !== 'web' && (
              <Switch
                size="sm"
                label={templatesTexts.card.skip}
                checked={route?.skip_page ?? value.skip_page === true}
                onChange={(event) => change({ skip_page: event.currentTarget.checked })}
                disabled={disabled}
              />
            )}
            <Result platform={platform} editing={editing} />
          </>
        )}
      </Stack>
    </Paper>
  );
}

function DisabledPlatform({ kept }: { readonly kept: boolean }) {
  const app = useApp();
  return (
    <Hint>
      {templatesTexts.card.platformDisabled} {kept && templatesTexts.card.valuesKept}{' '}
      <TextLink to="/$app/settings/platforms" params={{ app }} inherit underline="always">
        {templatesTexts.card.toPlatforms}
      </TextLink>
    </Hint>
  );
}

function Result({ platform, editing }: Pick<PlatformCardProps, 'platform' | 'editing'>) {
  const { trial, edited, uri } = editing;
  if (uri === '' || trial.tried === undefined) return null;
  const isEdited = trial.tried.template === edited;
  return (
    <div style={{ marginTop: 'auto' }}>
      <Divider mb="xs" />
      <Text size="xs" c="dimmed" mb={2}>
        {isEdited ? templatesTexts.card.result(uri) : templatesTexts.card.noResult(uri)}
      </Text>
      {isEdited && <RouteOutcome route={trial.tried.routes[platform]} />}
    </div>
  );
}
