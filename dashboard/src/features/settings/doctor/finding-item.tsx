import { Box, Group, Text } from '@mantine/core';
import type { Finding } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';
import { capitalized } from '../../../lib/issues.ts';
import { TextLink } from '../../../components/link.tsx';
import { Hint } from '../../../components/hint.tsx';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { FindingSign } from './finding-sign.tsx';
import { platformOf, settingOf, withoutPlatform, type Setting } from './findings.ts';

interface FindingItemProps {
  readonly finding: Finding;
  readonly first: boolean;
}

/** A finding, how to fix it, and a link to the page. */
export function FindingItem({ finding, first }: FindingItemProps) {
  const { level } = finding;
  const subject = platformOf(finding);
  const setting = level === 'ok' ? undefined : settingOf(finding);
  return (
    <Box
      component="li"
      p="md"
      style={first ? {} : { borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <FindingSign level={level} size={18} />
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={level === 'ok' ? 400 : 500}>
            {subject !== undefined && `${texts.platforms[subject]}: `}
            {subject === undefined
              ? capitalized(finding.what)
              : withoutPlatform(capitalized(finding.what))}
          </Text>
          {finding.fix !== null && <Hint mt={2}>{capitalized(finding.fix)}</Hint>}
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
      <TextLink to="/$app/templates/$name" params={{ app, name }} inherit className="tap">
        {words.toTemplate(name)}
      </TextLink>
    );
  }
  if (setting.page === 'webhook') {
    const { id } = setting;
    return (
      <TextLink to="/$app/settings/webhooks/$id" params={{ app, id }} inherit className="tap">
        {words.toWebhook}
      </TextLink>
    );
  }
  if (setting.page === 'ending') {
    return (
      <TextLink
        to="/$app/links"
        params={{ app }}
        search={{ state: 'active', expires_within_days: '7' }}
        inherit
        className="tap"
      >
        {words.toEnding}
      </TextLink>
    );
  }
  const { page } = setting;
  return (
    <TextLink to={`/$app/settings/${page}` as const} params={{ app }} inherit className="tap">
      {words.toSettings(settingsTexts.pages[page])}
    </TextLink>
  );
}
