import { Alert, Stack, Title } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { PLATFORMS, type Template } from '../../api/types.ts';
import { useMay } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { SchemaField } from '../../components/schema-field.tsx';
import { hasCompleteTimes, withMember } from '../../components/rules/rule.ts';
import { RulesEditor } from '../../components/rules/rules-editor.tsx';
import { PartForm } from '../../components/part-form.tsx';
import { TwoColumns } from '../../components/two-columns.tsx';
import { useSaveKey } from '../../components/use-save-key.ts';
import { rules as rulesTexts } from '../../texts/rules.ts';
import { schema as schemaTexts } from '../../texts/schema.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { Basics } from './basics.tsx';
import { DryRun } from './dry-run.tsx';
import { PlatformCard } from './platform-card.tsx';
import styles from './template-editor.module.css';
import { TemplateMenu } from './template-menu.tsx';
import { Tester } from './tester.tsx';
import { useTemplateEditor } from './use-template-editor.ts';

/** The fields that show their issues, besides those of the platforms. */
const FIELDS = ['/pattern', '/name', '/valid_for_seconds', '/rules', '/metadata_schema'];

interface TemplateEditorProps {
  /** The template to edit; `undefined`: a new template. */
  readonly name: string | undefined;
  readonly start: Template;
}

export function TemplateEditor({ name, start }: TemplateEditorProps) {
  const mayEdit = useMay('editor');
  const [validSchema, setValidSchema] = useState(true);
  const editing = useTemplateEditor(name, start, !validSchema);
  const schemaField = useRef<HTMLTextAreaElement>(null);
  // A text that is not JSON is not part of the template.
  const unsaved = editing.unsaved || !validSchema;
  const savable =
    mayEdit &&
    (name === undefined || editing.changed || editing.removed || !validSchema) &&
    (editing.value.rules ?? []).every(hasCompleteTimes);
  const save = (): void => {
    if (!savable || editing.saving) return;
    if (validSchema) editing.save();
    else schemaField.current?.focus();
  };
  useSaveKey(save);
  // Platforms that are off have no fields.
  const platforms = PLATFORMS.filter((one) => editing.platforms[one]?.enabled !== false);
  const fields = [...FIELDS, ...platforms.map((one) => `/routes/${one}`)];
  const shadowedBy = editing.trial.warnings.find((warning) => warning.name === editing.edited)?.by;
  return (
    <PartForm
      title={name ?? templatesTexts.new}
      width={1600}
      back={{ to: '/$app/templates', label: templatesTexts.title }}
      role="editor"
      editing={{ ...editing, mayEdit, savable, save, unsaved }}
      shown={fields.map((field) => editing.pointer + field)}
      menu={
        name !== undefined && (
          <TemplateMenu name={name} version={editing.version} onDeleted={editing.leave} />
        )
      }
    >
      {editing.removed && (
        <Alert
          color="orange"
          title={templatesTexts.missing.title}
          icon={<TriangleAlert size={18} />}
        >
          {templatesTexts.missing.text}
        </Alert>
      )}
      <TwoColumns
        aside={
          <Tester
            uri={editing.uri}
            onUri={editing.setUri}
            trial={editing.trial}
            edited={editing.edited}
          />
        }
      >
        <Basics
          editing={editing}
          isNew={name === undefined}
          disabled={!mayEdit}
          shadowedBy={shadowedBy}
        />
      </TwoColumns>
      <Stack gap="sm" component="section" aria-labelledby="routes">
        <div>
          <Title order={2} id="routes">
            {templatesTexts.routes.title}
          </Title>
          <Hint>{templatesTexts.routes.text}</Hint>
        </div>
        <div className={styles.platforms}>
          {PLATFORMS.map((platform) => (
            <PlatformCard
              key={platform}
              platform={platform}
              editing={editing}
              disabled={!mayEdit}
            />
          ))}
        </div>
      </Stack>
      <Stack gap="sm" component="section" aria-labelledby="rules" maw={900}>
        <div>
          <Title order={2} id="rules">
            {rulesTexts.title}
          </Title>
          <Hint>{rulesTexts.text}</Hint>
        </div>
        <RulesEditor
          rules={editing.value.rules ?? []}
          none={rulesTexts.noneOfTemplate}
          issues={editing.ruleIssues}
          disabled={!mayEdit}
          onChange={(rules) => editing.set({ ...editing.value, rules })}
        />
      </Stack>
      <Stack gap="sm" component="section" aria-labelledby="schema" maw={900}>
        <Title order={2} id="schema">
          {schemaTexts.ofTemplate.title}
        </Title>
        <SchemaField
          field={schemaField}
          label={schemaTexts.ofTemplate.label}
          description={schemaTexts.ofTemplate.help}
          schema={editing.value.metadata_schema}
          serviceIssues={editing.schemaIssues}
          disabled={!mayEdit}
          onChange={(schema) => editing.set(withMember(editing.value, 'metadata_schema', schema))}
          onValid={setValidSchema}
        />
      </Stack>
      <DryRun trial={editing.trial} changed={editing.changed} />
    </PartForm>
  );
}
