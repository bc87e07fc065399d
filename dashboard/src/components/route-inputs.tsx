import { Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Platform } from '../api/types.ts';
import { links as linksTexts } from '../texts/links.ts';
import { shared as texts } from '../texts/shared.ts';
import { AddressInput } from './address-input.tsx';
import { PlatformName } from './platform-name.tsx';

interface RouteInputsProps {
  readonly platform: Platform;
  readonly link: string;
  readonly fallback: string;
  readonly skipPage: boolean;
  /** The route of a rule: what is blank in it stays as the link has it. */
  readonly ofRule: boolean;
  /** The route was just added. */
  readonly added: boolean;
  readonly linkError: ReactNode;
  readonly fallbackError: ReactNode;
  readonly disabled?: boolean;
  /** The button that removes the route. */
  readonly removal: ReactNode;
  /** Shown below the link. */
  readonly children?: ReactNode;
  readonly onText: (field: 'link' | 'fallback', text: string) => void;
  readonly onSkipPage: (skipPage: boolean) => void;
}

/** The fields of the route of a link or of a rule. */
export function RouteInputs(props: RouteInputsProps) {
  const { platform, ofRule, disabled = false, onText, onSkipPage } = props;
  return (
    <Paper withBorder p={ofRule ? 'sm' : 'md'} role="group" aria-label={texts.platforms[platform]}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} component="div">
            <PlatformName platform={platform} />
          </Text>
          {props.removal}
        </Group>
        <AddressInput
          kind={platform === 'web' ? 'web' : 'app'}
          label={linksTexts.route.link}
          value={props.link}
          onChange={(link) => onText('link', link)}
          error={props.linkError}
          required={!ofRule}
          disabled={disabled}
          autoFocus={props.added}
          maxLength={2048}
        />
        {props.children}
        <AddressInput
          kind="web"
          label={linksTexts.route.fallback}
          value={props.fallback}
          onChange={(fallback) => onText('fallback', fallback)}
          error={props.fallbackError}
          disabled={disabled}
          maxLength={2048}
        />
        {(!ofRule || platform !== 'web') && (
          <Checkbox
            mt={4}
            label={linksTexts.route.skipPage}
            checked={props.skipPage}
            onChange={(event) => onSkipPage(event.currentTarget.checked)}
            disabled={disabled}
          />
        )}
      </Stack>
    </Paper>
  );
}
