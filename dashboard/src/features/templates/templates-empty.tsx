import { Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { ArrowRight, LayoutTemplate, Smartphone } from 'lucide-react';
import type { AppDocument } from '../../api/types.ts';
import { useApp, useMay } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { ButtonLink } from '../../components/link.tsx';
import { PlatformName } from '../../components/platform-name.tsx';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { PatternText } from './pattern-text.tsx';
import { exampleTemplate } from './template-draft.ts';

/** The page without templates: explains them and offers an example. */
export function TemplatesEmpty({ document }: { readonly document: AppDocument }) {
  const app = useApp();
  const mayEdit = useMay('editor');
  const example = exampleTemplate(document);
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Group wrap="nowrap" align="flex-start" gap="md">
          <ThemeIcon size={44} radius="xl" variant="light" aria-hidden visibleFrom="xs">
            <LayoutTemplate size={22} />
          </ThemeIcon>
          <div>
            <Title order={2}>{templatesTexts.empty.title}</Title>
            <Text c="dimmed" mt={4} maw={620}>
              {templatesTexts.empty.text}
            </Text>
          </div>
        </Group>
        <Paper withBorder p="md" bg="var(--page-ground)">
          <Hint>{templatesTexts.empty.example}</Hint>
          <Group gap="sm" mt={4}>
            <Text fw={600}>{example.name}</Text>
            <PatternText pattern={example.pattern} />
          </Group>
          <Stack gap={6} mt="sm">
            {example.routes.web !== undefined && (
              <Group gap="sm">
                <Text size="sm" fw={500} component="div" miw={80}>
                  <PlatformName platform="web" />
                </Text>
                <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                  {example.routes.web.link}
                </Text>
              </Group>
            )}
            <Group gap="sm">
              <Group gap={6} miw={80} wrap="nowrap">
                <Smartphone size={16} aria-hidden />
                <Text size="sm" fw={500}>
                  {templatesTexts.empty.apps}
                </Text>
              </Group>
              <Text size="sm">{templatesTexts.empty.samePath}</Text>
            </Group>
          </Stack>
        </Paper>
        {mayEdit && (
          <Group>
            <ButtonLink
              to="/$app/new-template"
              params={{ app }}
              search={{ example: 'product' }}
              rightSection={<ArrowRight size={16} aria-hidden />}
            >
              {templatesTexts.empty.startFromExample}
            </ButtonLink>
            <ButtonLink to="/$app/new-template" params={{ app }} variant="default">
              {templatesTexts.empty.startFromScratch}
            </ButtonLink>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
