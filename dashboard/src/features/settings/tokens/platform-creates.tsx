import { Group, Progress, Radio, Stack, Text } from '@mantine/core';
import { LimitInput } from '../../../components/limit-input.tsx';
import { Panel } from '../../../components/panel.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { PartButtons, PartFrame } from '../../../components/part-form.tsx';
import { unshownError } from '../../../lib/issues.ts';
import { counted, number } from '../../../texts/counted.ts';
import { tokens as tokensTexts } from '../../../texts/people.ts';
import { FindingNotes } from '../doctor/finding-note.tsx';
import { findingsAt } from '../doctor/findings.ts';
import { useFindings } from '../doctor/use-doctor.ts';
import { usePartEditor } from '../use-part-editor.ts';
import { areSendable, platformTokensPart } from './platform-tokens-part.ts';

const LIMIT = '/platform_tokens/max_links';
const CHOICES = ['own', 'any', 'off'] as const;
const words = tokensTexts.creates;

/** The settings for platform tokens. `links`: the number of links they have created; undefined: unknown. */
export function PlatformCreates({ links }: { readonly links: number | undefined }) {
  const editing = usePartEditor(platformTokensPart, 'owner', areSendable);
  const { value, mayEdit, set } = editing;
  const findings = findingsAt(useFindings(), '/platform_tokens', true);
  const choose = (create: string): void => {
    const chosen = CHOICES.find((choice) => choice === create);
    if (chosen !== undefined) set({ ...value, create: chosen });
  };
  return (
    <PartFrame editing={editing}>
      <Panel title={words.title} lead={words.lead}>
        <FindingNotes findings={findings} />
        <ErrorAlert error={unshownError(editing.error, [LIMIT])} />
        <Radio.Group label={words.label} value={value.create} onChange={choose}>
          <Stack gap="sm" mt="xs">
            {CHOICES.map((choice) => (
              <Radio
                key={choice}
                value={choice}
                label={words[choice]}
                description={words[`${choice}Text`]}
                disabled={!mayEdit}
              />
            ))}
          </Stack>
        </Radio.Group>
        {(value.create !== 'off' || !areSendable(value)) && (
          <LimitInput
            label={words.limit}
            description={words.limitHelp}
            placeholder={words.noLimit}
            value={value.max_links}
            onChange={(limit) => set({ ...value, max_links: limit })}
            error={editing.issue(LIMIT)}
            disabled={!mayEdit}
          />
        )}
        <Use links={links} limit={editing.base.platform_tokens.max_links} />
        {mayEdit && (
          <Group gap="xs">
            <PartButtons editing={editing} />
          </Group>
        )}
      </Panel>
    </PartFrame>
  );
}

interface UseProps {
  readonly links: number | undefined;
  readonly limit: number | undefined;
}

function Use({ links, limit }: UseProps) {
  if (links === undefined) return null;
  if (limit === undefined) {
    return <Text size="sm">{words.used(counted(links, 'link', 'links'))}</Text>;
  }
  const text = words.usedOf(number(links), counted(limit, 'link', 'links'));
  return (
    <Stack gap={6} maw={360}>
      <Text size="sm">{text}</Text>
      <Progress
        value={Math.min(100, (links / limit) * 100)}
        color={links >= limit ? 'orange' : 'link'}
        aria-label={text}
      />
    </Stack>
  );
}
