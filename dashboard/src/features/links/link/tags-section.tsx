import { Badge, Group } from '@mantine/core';
import { Link as RouterLink } from '@tanstack/react-router';
import { useApp } from '../../../api/session.ts';
import { Hint } from '../../../components/hint.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { TagsField } from '../tags-field.tsx';
import type { LinkPartProps } from './link-query.ts';
import { Section } from './section.tsx';
import { useLinkEdit } from './use-link-edit.ts';

export function TagsSection({ answer }: LinkPartProps) {
  const app = useApp();
  const { tags } = answer.data;
  const edit = useLinkEdit<string[]>(answer, {
    fields: ['/tags'],
    valuesOf: (link) => [...link.tags],
    changeOf: (values) => ({ tags: values }),
  });
  return (
    <Section
      title={linksTexts.tags}
      edit={edit}
      fields={(values) => (
        <TagsField value={values} onChange={edit.set} error={edit.issues.get('/tags')} named />
      )}
    >
      {tags.length === 0 ? (
        <Hint>{linksTexts.noTagsYet}</Hint>
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
