import { Text } from '@mantine/core';
import { Hint } from '../../../components/hint.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { NameFields, type Names } from '../name-fields.tsx';
import type { LinkPartProps } from './link-query.ts';
import { Section } from './section.tsx';
import { useLinkEdit } from './use-link-edit.ts';

/** The name, which is also the heading of the page, and the note. */
export function NamesSection({ answer }: LinkPartProps) {
  const { name, note } = answer.data;
  const edit = useLinkEdit<Names>(answer, {
    fields: ['/name', '/note'],
    valuesOf: (link) => ({ name: link.name ?? '', note: link.note ?? '' }),
    changeOf: (values, base) => {
      const [nextName, nextNote] = [values.name.trim() || null, values.note.trim() || null];
      return {
        ...(nextName === base.name ? {} : { name: nextName }),
        ...(nextNote === base.note ? {} : { note: nextNote }),
      };
    },
  });
  return (
    <Section
      title={linksTexts.names}
      edit={edit}
      fields={(values) => (
        <NameFields
          values={values}
          error={(field) => edit.issues.get(`/${field}`)}
          onChange={(field, text) => edit.set({ ...values, [field]: text })}
        />
      )}
    >
      {name === null && note === null && <Hint>{linksTexts.noNames}</Hint>}
      {name !== null && (
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      )}
      {note !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {note}
        </Text>
      )}
    </Section>
  );
}
