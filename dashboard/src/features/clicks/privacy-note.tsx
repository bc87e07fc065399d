import { List, Text } from '@mantine/core';
import type { ClickSettings } from '../../api/types.ts';
import { Panel } from '../../components/panel.tsx';
import { clicks as words } from '../../texts/clicks.ts';

/** What the service stores about a visit and for how long, from its actual settings. */
export function PrivacyNote({ settings }: { readonly settings: ClickSettings }) {
  const { raw_days: days, raw_deleted_by: by, months, respect_gpc: respects, country } = settings;
  const { privacy } = words;
  return (
    <Panel title={privacy.title}>
      <List size="sm" spacing={6} c="dimmed">
        <List.Item>{privacy.stored(country)}</List.Item>
        <List.Item>{privacy.notStored}</List.Item>
        <List.Item>{privacy.visitors}</List.Item>
        <List.Item>{respects ? privacy.respects : privacy.ignores}</List.Item>
        <List.Item>
          <Text span inherit>
            {days > 0 ? privacy.raw[by](days) : privacy.noRaw} {privacy.counts(months)}
          </Text>
        </List.Item>
      </List>
    </Panel>
  );
}
