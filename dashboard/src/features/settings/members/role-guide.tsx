import { Group, Stack, Text } from '@mantine/core';
import { ROLES } from '../../../api/types.ts';
import { Panel } from '../../../components/panel.tsx';
import { members as membersTexts } from '../../../texts/people.ts';
import { shared as texts } from '../../../texts/shared.ts';

export function RoleGuide() {
  return (
    <Panel title={membersTexts.whatRoles}>
      <Stack gap={6} component="dl" m={0}>
        {ROLES.map((role) => (
          <Group key={role} gap="sm" wrap="nowrap" align="baseline">
            <Text component="dt" size="sm" fw={600} w={64} flex="none">
              {texts.roles[role]}
            </Text>
            <Text component="dd" size="sm" c="dimmed" m={0}>
              {membersTexts.may[role]}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
