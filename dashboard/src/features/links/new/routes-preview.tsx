import { Alert, Badge, Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { PLATFORMS, type Platform, type Routes, type TriedUri } from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { AddMenu } from '../../../components/add-menu.tsx';
import { NoDestinationAlert } from '../no-destination-alert.tsx';
import { hasNoDestination } from '../../../lib/no-destination.ts';
import type { Override, Overrides } from './new-link.ts';
import { RouteField } from './route-field.tsx';
import type { Trial } from '../../../components/use-trial.ts';

interface RoutesPreviewProps {
  readonly trial: Trial;
  readonly overrides: Overrides;
  /** Platforms without a route. */
  readonly removed: readonly Platform[];
  /** By `overrides.web.link` and so on. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  /** `paths`: the fields that were changed. */
  readonly onChange: (overrides: Overrides, paths: readonly string[]) => void;
  /** A removed platform gets its route again. */
  readonly onAdd: (platform: Platform) => void;
}

/** The generated routes on each platform; each can be edited in place. */
export function RoutesPreview(props: RoutesPreviewProps) {
  const { trial, overrides, removed, errors, onChange, onAdd } = props;
  const { tried, error, isOutdated } = trial;
  const [added, setAdded] = useState<readonly Platform[]>([]);
  const shown = PLATFORMS.filter(
    (platform) =>
      (tried?.routes[platform] !== undefined && !removed.includes(platform)) ||
      overrides[platform] !== undefined ||
      added.includes(platform),
  );
  const change = (platform: Platform, override: Override | undefined, field?: string): void => {
    const { [platform]: _, ...others } = overrides;
    const fields = field === undefined ? ['link', 'fallback'] : [field];
    onChange(
      override === undefined ? others : { ...others, [platform]: override },
      fields.map((one) => `overrides.${platform}.${one}`),
    );
    if (override === undefined) setAdded(added.filter((name) => name !== platform));
  };
  return (
    <Stack gap="md" aria-busy={isOutdated}>
      <Box aria-live="polite">
        <MatchedTemplate trial={trial} />
        {tried !== undefined && hasNoDestination(routesWith(tried.routes, overrides, removed)) && (
          <Box mt="xs">
            <NoDestinationAlert text={linksTexts.noDestination.ofNew} />
          </Box>
        )}
      </Box>
      {shown.map((platform) => (
        <RouteField
          key={platform}
          platform={platform}
          generated={tried?.routes[platform]}
          override={overrides[platform]}
          opened={added.includes(platform)}
          linkError={errors[`overrides.${platform}.link`]}
          fallbackError={errors[`overrides.${platform}.fallback`]}
          onChange={(override, field) => change(platform, override, field)}
        />
      ))}
      {tried !== undefined && (
        <AddMenu
          label={linksTexts.addPlatform}
          missing={PLATFORMS.filter((platform) => !shown.includes(platform))}
          texts={texts.platforms}
          onAdd={(platform) => {
            setAdded([...added, platform]);
            onAdd(platform);
          }}
        />
      )}
      {tried === undefined && error === null && isOutdated && <Skeleton height={180} />}
    </Stack>
  );
}

/** The generated routes with the edited fields, without removed platforms. */
function routesWith(generated: Routes, overrides: Overrides, removed: readonly Platform[]): Routes {
  const changed = Object.entries(overrides).map(([platform, { link, fallback }]) => {
    const route = generated[platform as Platform];
    const whole = {
      link: link || (route?.link ?? ''),
      fallback: fallback ?? route?.fallback ?? '',
    };
    return [platform, whole];
  });
  const all: Routes = { ...generated, ...Object.fromEntries(changed) };
  return Object.fromEntries(
    Object.entries(all).filter(([platform]) => !removed.includes(platform as Platform)),
  );
}

function MatchedTemplate({ trial: { tried, error, isOutdated } }: { readonly trial: Trial }) {
  if (isProblem(error, 'validation_failed')) {
    const words = error.issues.map(({ detail }) => linksTexts.uriIssue(detail));
    return <Alert color="orange">{words.length > 0 ? words.join(' ') : error.message}</Alert>;
  }
  if (error !== null && error !== undefined) return <ErrorAlert error={error} />;
  if (tried === undefined) {
    return isOutdated ? null : <Text c="dimmed">{linksTexts.generatedRoutesHint}</Text>;
  }
  return (
    <Stack gap="xs">
      <Template tried={tried} />
      {tried.errors.map(({ pointer, detail }) => (
        <Alert key={`${pointer} ${detail}`} color="orange">
          {linksTexts.resultIssue(pointer.slice(1).replaceAll('/', ' › '), detail)}
        </Alert>
      ))}
    </Stack>
  );
}

function Template({ tried }: { readonly tried: TriedUri }) {
  if (tried.template === null) {
    return <Hint>{linksTexts.noTemplate}</Hint>;
  }
  const parameters = Object.entries(tried.parameters);
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Hint>{linksTexts.fromTemplate}</Hint>
        <Badge>{tried.template}</Badge>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {tried.pattern}
        </Text>
      </Group>
      {parameters.length > 0 && (
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {parameters.map(([name, value]) => `${name} = ${value}`).join(', ')}
        </Text>
      )}
    </Stack>
  );
}
