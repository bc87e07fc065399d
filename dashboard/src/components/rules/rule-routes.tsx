import { ActionIcon, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PLATFORMS, type Platform } from '../../api/types.ts';
import { links as linksTexts } from '../../texts/links.ts';
import { rules as words } from '../../texts/rules.ts';
import { shared as texts } from '../../texts/shared.ts';
import { AddMenu } from '../add-menu.tsx';
import { AddressInput } from '../address-input.tsx';
import { FieldError } from '../field-error.tsx';
import { PlatformName } from '../platform-name.tsx';
import { withMember, type Rule, type RuleRoute } from './rule.ts';

interface RuleRoutesProps {
  readonly routes: Rule['routes'];
  /** The error at a location inside; `''`: of all routes. */
  readonly issue: (pointer: string) => string | undefined;
  readonly disabled: boolean;
  readonly onChange: (routes: Rule['routes']) => void;
}

export function RuleRoutes({ routes, issue, disabled, onChange }: RuleRoutesProps) {
  const [added, setAdded] = useState<Platform>();
  const error = issue('');
  return (
    <Stack gap="sm" role="group" aria-label={words.routes}>
      <Text size="sm" fw={600}>
        {words.routes}
      </Text>
      {PLATFORMS.map((platform) => {
        const route = routes[platform];
        if (!route) return null;
        return (
          <RouteFields
            key={platform}
            platform={platform}
            route={route}
            added={platform === added}
            issue={(field) => issue(`/${platform}${field}`)}
            disabled={disabled}
            onChange={(changed) => onChange(withMember(routes, platform, changed))}
          />
        );
      })}
      {!disabled && (
        <AddMenu
          label={linksTexts.addPlatform}
          missing={PLATFORMS.filter((platform) => !routes[platform])}
          texts={texts.platforms}
          onAdd={(platform) => {
            setAdded(platform);
            onChange({ ...routes, [platform]: {} });
          }}
        />
      )}
      <FieldError error={error} />
    </Stack>
  );
}

interface RouteFieldsProps {
  readonly platform: Platform;
  readonly route: RuleRoute;
  readonly added: boolean;
  readonly issue: (field: string) => string | undefined;
  readonly disabled: boolean;
  /** Undefined: removed. */
  readonly onChange: (route: RuleRoute | undefined) => void;
}

function RouteFields(props: RouteFieldsProps) {
  const { platform, route, added, issue, disabled, onChange } = props;
  const name = texts.platforms[platform];
  const change = (field: 'link' | 'fallback', text: string): void =>
    onChange(withMember(route, field, text === '' ? undefined : text));
  return (
    <Paper withBorder p="sm" role="group" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} component="div">
            <PlatformName platform={platform} />
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.removeRoute(name)}
            disabled={disabled}
            onClick={() => onChange(undefined)}
          >
            <Trash2 size={16} />
          </ActionIcon>
        </Group>
        <AddressInput
          kind={platform === 'web' ? 'web' : 'app'}
          label={linksTexts.route.link}
          description={words.linkHint}
          value={route.link ?? ''}
          onChange={(link) => change('link', link)}
          error={issue('/link') ?? issue('')}
          disabled={disabled}
          autoFocus={added}
          maxLength={2048}
        />
        <AddressInput
          kind="web"
          label={linksTexts.route.fallback}
          description={words.fallbackHint}
          value={route.fallback ?? ''}
          onChange={(fallback) => change('fallback', fallback)}
          error={issue('/fallback')}
          disabled={disabled}
          maxLength={2048}
        />
        {platform !== 'web' && (
          <Checkbox
            mt={4}
            label={linksTexts.route.skipPage}
            checked={route.skip_page === true}
            onChange={(event) =>
              onChange(withMember(route, 'skip_page', event.currentTarget.checked || undefined))
            }
            disabled={disabled}
          />
        )}
      </Stack>
    </Paper>
  );
}
