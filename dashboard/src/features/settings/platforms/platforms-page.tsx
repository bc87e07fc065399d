import '../../../components/mantine-more.css';
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { PLATFORMS } from '../../../api/types.ts';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { ignoreEnter } from '../../../components/ignore-enter.ts';
import { PartForm } from '../../../components/part-form.tsx';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { FindingNotes } from '../doctor/finding-note.tsx';
import { findingsAt } from '../doctor/findings.ts';
import { platformsPart } from './platform-draft.ts';
import { PlatformSettingsCard } from './platform-settings-card.tsx';
import { useFindings } from '../doctor/use-doctor.ts';
import { usePartEditor } from '../use-part-editor.ts';

const FIELDS = ['base', 'fallback', 'apps'];

export function PlatformsPage() {
  const editing = usePartEditor(platformsPart, 'owner');
  const findings = useFindings();
  // Platforms that are off have no fields.
  const shown = PLATFORMS.filter((platform) => editing.value[platform].enabled !== false);
  /** The example path that every platform card uses. */
  const [path, setPath] = useState('products/5');
  return (
    <PartForm
      title={settingsTexts.pages.platforms}
      lead={setupTexts.platforms.lead}
      width={860}
      role="owner"
      editing={editing}
      shown={shown.flatMap((platform) => FIELDS.map((field) => `/platforms/${platform}/${field}`))}
    >
      <FindingNotes findings={findingsAt(findings, '/platforms', false)} />
      <TextInput
        label={setupTexts.platforms.examplePath}
        description={setupTexts.platforms.examplePathHelp}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value.replace(/^\//, ''))}
        onKeyDown={ignoreEnter}
        maw={360}
        {...EXACT_INPUT}
      />
      <Stack gap="md">
        {PLATFORMS.map((platform) => (
          <PlatformSettingsCard
            key={platform}
            platform={platform}
            editing={editing}
            findings={findings}
            path={path}
          />
        ))}
      </Stack>
    </PartForm>
  );
}
