import { Badge, Group, Text } from '@mantine/core';
import { Link as RouterLink } from '@tanstack/react-router';
import { assignIssues } from '../../../lib/issues.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { TagsField } from '../tags-field.tsx';
import type { LinkAnswer } from './link-query.ts';
import { Section } from './section.tsx';
import { useLinkEdit } from './use-link-edit.ts';

interface PartProps {
  readonly app: string;
  readonly answer: LinkAnswer;
}

export function TagsSection({ app, answer }: PartProps) {
  const { tags, state } = answer.data;
  const edit = useLinkEdit<string[]>(app, answer, {
    valuesOf: (link) => [...link.tags],
    changeOf: (values) => ({ tags: values }),
  });
  const issues = assignIssues(edit.error, ['/tags']);
  return (
    <Section
      title={linksTexts.tags}
      edit={edit}
      fixed={state === 'deleted'}
      otherError={issues.rest}
      fields={(values) => (
        <TagsField
          app={app}
          value={values}
          onChange={edit.set}
          error={issues.at.get('/tags')}
          named
        />
      )}
    >
      {tags.length === 0 ? (
        <Text size="sm" c="dimmed">
          {linksTexts.noTagsYet}
        </Text>
      ) : (
        <Group gap="xs">
          {tags.map((tag) => (
            <Badge
              key={tag}
              color="gray"
              size="lg"
              style={{ cursor: 'pointer' }}
              renderRoot={(props) => (
                <RouterLink to="/$app/links" params={{ app }} search={{ tag }} {...props} />
              )}
            >
              {tag}
            </Badge>
          ))}
        </Group>
      )}
    </Section>
  );
}
