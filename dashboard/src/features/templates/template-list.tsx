import { Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Search, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Template, TriedTemplates } from '../../api/types.ts';
import { useApp } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { durationWords } from '../../texts/duration.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { shared as texts } from '../../texts/shared.ts';
import { PatternText } from './pattern-text.tsx';
import { platformsOf } from './template-draft.ts';
import styles from './template-list.module.css';

interface TemplateListProps {
  readonly templates: readonly Template[];
  readonly warnings: TriedTemplates['warnings'];
  /** The template that the tested URI matches. */
  readonly matching: string | undefined;
}

/** The number of templates that are shown at a time. */
const PAGE_SIZE = 100;
const SEARCHABLE = 8;

export function TemplateList({ templates, warnings, matching }: TemplateListProps) {
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState(PAGE_SIZE);
  const searchText = query.trim().toLowerCase();
  const found = templates.filter(({ name, pattern }) =>
    `${name} ${pattern}`.toLowerCase().includes(searchText),
  );
  return (
    <Stack gap="sm">
      {templates.length > SEARCHABLE && (
        <TextInput
          aria-label={templatesTexts.list.search}
          placeholder={templatesTexts.list.search}
          leftSection={<Search size={16} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          maw={360}
        />
      )}
      <Paper withBorder component="section" aria-label={templatesTexts.title}>
        <ul className={styles.list}>
          {found.slice(0, shown).map((template) => (
            <Row
              key={template.name}
              template={template}
              shadowedBy={warnings.find(({ name }) => name === template.name)?.by}
              matching={template.name === matching}
            />
          ))}
        </ul>
        {found.length === 0 && <Hint p="md">{templatesTexts.list.noneFound}</Hint>}
      </Paper>
      {found.length > shown && (
        <Group justify="center">
          <Button variant="default" onClick={() => setShown(shown + PAGE_SIZE)}>
            {texts.more}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface RowProps {
  readonly template: Template;
  readonly shadowedBy: readonly string[] | undefined;
  readonly matching: boolean;
}

function Row({ template, shadowedBy, matching }: RowProps) {
  const app = useApp();
  const { valid_for_seconds: seconds } = template;
  const platforms = platformsOf(template).map((platform) => texts.platforms[platform]);
  return (
    <li>
      <Link
        to="/$app/templates/$name"
        params={{ app, name: template.name }}
        className={styles.row}
        data-matching={matching || undefined}
      >
        <span className={styles.name}>
          <Text span fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {template.name}
          </Text>
          {matching && <Badge size="sm">{templatesTexts.list.matches}</Badge>}
        </span>
        <span className={styles.pattern}>
          <PatternText pattern={template.pattern} />
        </span>
        <Text span size="sm" c="dimmed" className={styles.platforms}>
          {platforms.length === 0 ? templatesTexts.list.samePath : platforms.join(', ')}
          {seconds !== undefined && ` · ${templatesTexts.list.validFor(durationWords(seconds))}`}
        </Text>
        <ChevronRight size={16} aria-hidden className={styles.arrow} />
        {shadowedBy !== undefined && (
          <Text span size="sm" className={styles.warning}>
            <TriangleAlert size={14} aria-hidden />
            <span>{templatesTexts.shadowed(shadowedBy)}</span>
          </Text>
        )}
      </Link>
    </li>
  );
}
