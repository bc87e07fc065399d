import { Anchor, Box, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { Finding } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';
import { capitalised } from '../../../lib/issues.ts';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import * as texts from '../../../texts/texts.ts';
import { platformOf, settingOf, withoutPlatform, type Setting } from './findings.ts';

const SIGNS = { error: CircleAlert, warning: TriangleAlert, hint: Info, ok: CircleCheck };
const COLORS = { error: 'red', warning: 'orange', hint: 'blue', ok: 'teal' };

interface FindingItemProps {
  readonly finding: Finding;
  readonly first: boolean;
}

/** One finding, what to do about it, and the way there. */
export function FindingItem({ finding, first }: FindingItemProps) {
  const { level } = finding;
  const Sign = SIGNS[level];
  const subject = platformOf(finding);
  const setting = level === 'ok' ? undefined : settingOf(finding);
  return (
    <Box
      component="li"
      p="md"
      style={first ? {} : { borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Sign
          size={18}
          role="img"
          aria-label={setupTexts.doctor.levels[level]}
          color={`var(--mantine-color-${COLORS[level]}-text)`}
          style={{ flex: 'none', marginTop: 2 }}
        />
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={level === 'ok' ? 400 : 500}>
            {subject !== undefined && `${texts.platforms[subject]}: `}
            {subject === undefined
              ? capitalised(finding.what)
              : withoutPlatform(capitalised(finding.what))}
          </Text>
          {finding.fix !== null && (
            <Text size="sm" c="dimmed" mt={2}>
              {capitalised(finding.fix)}
            </Text>
          )}
          {setting !== undefined && (
            <Text size="sm" mt={6}>
              <SettingLink setting={setting} />
            </Text>
          )}
        </div>
      </Group>
    </Box>
  );
}

function SettingLink({ setting }: { readonly setting: Setting }) {
  const app = useApp();
  const words = setupTexts.doctor;
  if (setting.page === 'template') {
    const { name } = setting;
    return (
      <Anchor
        inherit
        className="tap"
        renderRoot={(props) => (
          <Link to="/$app/templates/$name" params={{ app, name }} {...props} />
        )}
      >
        {words.toTemplate(name)}
      </Anchor>
    );
  }
  const { page } = setting;
  return (
    <Anchor
      inherit
      className="tap"
      renderRoot={(props) => (
        <Link to={`/$app/settings/${page}` as const} params={{ app }} {...props} />
      )}
    >
      {words.toSettings(settingsTexts.pages[page])}
    </Anchor>
  );
}
