import '../../../components/mantine-more.css';
import { useRef, useState } from 'react';
import type { WholePart } from '../../../api/save-part.ts';
import { PartForm } from '../../../components/part-form.tsx';
import { SchemaField } from '../../../components/schema-field.tsx';
import { issuesBelow, issuesOf } from '../../../lib/issues.ts';
import { schema as schemaTexts } from '../../../texts/schema.ts';
import { usePartEditor } from '../use-part-editor.ts';

const schemaPart: WholePart<{ readonly metadata_schema: object }> = {
  of: ({ metadata_schema }) => ({ metadata_schema }),
  change: (value) => value,
  complete: (value) => ({ metadata_schema: {}, ...value }),
};
const FIELD = '/metadata_schema';

/** The schema for metadata of the app's links. */
export function MetadataPage() {
  const [valid, setValid] = useState(true);
  const field = useRef<HTMLTextAreaElement>(null);
  const [discards, setDiscards] = useState(0);
  const editing = usePartEditor(schemaPart, 'editor', () => valid, !valid);
  const { value, set, mayEdit } = editing;
  const { metadata_schema: schema } = value;
  // A text that is not JSON is not part of the value.
  const unsaved = editing.unsaved || !valid;
  return (
    <PartForm
      title={schemaTexts.page.title}
      lead={schemaTexts.page.lead}
      width={860}
      role="editor"
      editing={{
        ...editing,
        unsaved,
        savable: mayEdit && unsaved && !editing.saving,
        save: () => (valid ? editing.save() : field.current?.focus()),
        discard: () => {
          editing.discard();
          setValid(true);
          setDiscards(discards + 1);
        },
      }}
      shown={[FIELD]}
    >
      <SchemaField
        key={discards}
        field={field}
        label={schemaTexts.ofApp.label}
        description={schemaTexts.ofApp.help}
        schema={Object.keys(schema).length === 0 ? undefined : schema}
        serviceIssues={issuesBelow(issuesOf(editing.error), FIELD)}
        disabled={!mayEdit}
        onChange={(changed = {}) => set({ metadata_schema: changed })}
        onValid={setValid}
      />
    </PartForm>
  );
}
