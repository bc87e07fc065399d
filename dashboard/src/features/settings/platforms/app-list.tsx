import { Group, Paper, Stack, Text } from '@mantine/core';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { AddButton } from '../../../components/add-button.tsx';
import { Hint } from '../../../components/hint.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { shared as texts } from '../../../texts/shared.ts';

export interface AppListProps<App> {
  /** The display name of the platform. */
  readonly platform: string;
  readonly apps: readonly App[];
  readonly onChange: (apps: readonly App[]) => void;
  readonly issue: (index: number, field: string) => string | undefined;
  readonly disabled: boolean;
}

interface Fields<App> {
  readonly help: string;
  readonly newApp: App;
  readonly children: (
    app: App,
    change: (app: App) => void,
    issue: (field: string) => string | undefined,
  ) => ReactNode;
}

const MAX_APPS = 20;

/** The mobile apps that open links directly, each with its fields. */
export function AppList<App>(props: AppListProps<App> & Fields<App>) {
  const { platform, apps, onChange, issue, disabled, help, newApp, children } = props;
  const words = setupTexts.platforms;
  return (
    <Stack gap="sm" role="group" aria-label={`${words.fields.apps}: ${platform}`}>
      <div>
        <Text size="sm" fw={600}>
          {words.fields.apps}
        </Text>
        <Hint size="xs">{help}</Hint>
      </div>
      {apps.map((app, index) => (
        // The apps have no ids and are identified by their position.
        <Paper key={index} withBorder p="sm" bg="var(--page-ground)">
          <Group wrap="nowrap" align="flex-start" gap="xs">
            <div style={{ flex: 1, minWidth: 0 }}>
              {children(
                app,
                (next) => onChange(apps.with(index, next)),
                (field) => issue(index, field),
              )}
            </div>
            {!disabled && (
              <IconAction
                label={texts.remove}
                aria-label={words.removeApp(index + 1)}
                onClick={() => onChange(apps.filter((_, place) => place !== index))}
              >
                <X size={16} />
              </IconAction>
            )}
          </Group>
        </Paper>
      ))}
      {!disabled && apps.length < MAX_APPS && (
        <AddButton onClick={() => onChange([...apps, newApp])}>
          {apps.length === 0 ? words.addApp : words.addAnotherApp}
        </AddButton>
      )}
    </Stack>
  );
}
