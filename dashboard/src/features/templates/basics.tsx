import { Group, Paper, Pill, Stack, Switch, Text, TextInput } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { DurationInput } from '../../components/duration-input.tsx';
import { Hint } from '../../components/hint.tsx';
import { EXACT_INPUT } from '../../components/exact-input.ts';
import { withMember } from '../../components/rules/rule.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { nameFor, namesIn } from './pattern.ts';
import { withSkip } from './template-draft.ts';
import type { TemplateEditing } from './use-template-editor.ts';

interface BasicsProps {
  readonly editing: TemplateEditing;
  readonly isNew: boolean;
  readonly disabled: boolean;
  readonly shadowedBy: readonly string[] | undefined;
}

/** The name, the pattern and the settings that apply to all platforms. */
export function Basics({ editing, isNew, disabled, shadowedBy }: BasicsProps) {
  const { value, set, issue } = editing;
  // The name of a new template follows its pattern until the user enters a name.
  const [hasOwnName, setHasOwnName] = useState(!isNew || value.name !== '');
  const names = namesIn(value.pattern);
  const changePattern = (pattern: string): void =>
    set({ ...value, pattern, name: hasOwnName ? value.name : nameFor(pattern, editing.taken) });
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <div>
          <TextInput
            label={templatesTexts.pattern}
            description={templatesTexts.patternHelp}
            placeholder="products/:id"
            value={value.pattern}
            onChange={(event) => changePattern(event.currentTarget.value)}
            error={issue('/pattern')}
            disabled={disabled}
            required
            autoFocus={isNew}
            {...EXACT_INPUT}
          />
          <Group gap={6} mt={8} aria-live="polite" aria-label={templatesTexts.parameters}>
            {names.length === 0 && <Hint size="xs">{templatesTexts.noParameters}</Hint>}
            {names.map(({ kind, text }) => (
              <Pill key={text} ff="monospace" size="sm" bg="var(--mantine-color-default-hover)">
                {text}
                <Text span size="xs" c="dimmed" ff="text" ml={6}>
                  {kind === 'rest' ? templatesTexts.restOfPath : templatesTexts.oneSegment}
                </Text>
              </Pill>
            ))}
          </Group>
          {shadowedBy !== undefined && (
            <Group
              gap={6}
              mt={8}
              wrap="nowrap"
              align="flex-start"
              c="var(--mantine-color-orange-text)"
            >
              <TriangleAlert size={16} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
              <Text size="sm">{templatesTexts.shadowed(shadowedBy)}</Text>
            </Group>
          )}
        </div>
        <TextInput
          label={templatesTexts.name}
          description={templatesTexts.nameHelp}
          value={value.name}
          onChange={(event) => {
            setHasOwnName(true);
            set({ ...value, name: event.currentTarget.value });
          }}
          error={issue('/name')}
          disabled={disabled}
          required
          maw={360}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
        />
        <DurationInput
          label={templatesTexts.validFor}
          description={templatesTexts.validForHelp}
          seconds={value.valid_for_seconds}
          onChange={(seconds) => set(withMember(value, 'valid_for_seconds', seconds))}
          error={issue('/valid_for_seconds')}
          disabled={disabled}
        />
        <Switch
          label={templatesTexts.skipAll}
          description={templatesTexts.skipHelp}
          checked={value.skip_page === true}
          onChange={(event) => set(withSkip(value, event.currentTarget.checked))}
          disabled={disabled}
        />
      </Stack>
    </Paper>
  );
}
