import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { SavedPart } from '../../api/save-part.ts';
import { useApp } from '../../api/session.ts';
import type { Template } from '../../api/types.ts';
import { usePartEdit } from '../../components/use-part-edit.ts';
import { useTrial } from '../../components/use-trial.ts';
import { RULE_FIELDS } from '../../components/rules/rule.ts';
import { assignIssues, issueAt, issuesBelow, issuesOf } from '../../lib/issues.ts';
import { setup as setupTexts } from '../../texts/setup.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { shared as texts } from '../../texts/shared.ts';
import { exampleUri } from './pattern.ts';
import { indexIn, listWith, templatePart } from './template-draft.ts';

/** Sent as the name of a template that has none yet. */
const UNNAMED = 'unnamed';

/** The state of the page that edits the template `name`; `undefined`: a new template. `hold`: as in `usePartEdit`. */
export function useTemplateEditor(name: string | undefined, start: Template, hold: boolean) {
  const part = useMemo(() => templatePart(name), [name]);
  const navigation = useNavigateAfterRender();
  const edit = usePartEdit(
    part,
    (app) => part.of(app) ?? start,
    (saved) => {
      notifySaved(saved);
      if (saved.value.name !== name) navigation.to(saved.value.name);
    },
    hold,
  );
  const [uri, setUri] = useState<string>();

  const { value, base, version } = edit;
  const others = base.templates;
  const pointer = `/templates/${indexIn(others, name)}`;
  const edited = value.name === '' ? UNNAMED : value.name;
  const tried = uri ?? exampleUri(value.pattern);
  const changed = name === undefined ? value.pattern !== '' : edit.unsaved;
  const trial = useTrial({
    ...(tried === '' ? {} : { uri: tried }),
    ...(changed ? { templates: listWith(others, name, { ...value, name: edited }) } : {}),
  });
  const issues = [...issuesOf(edit.error), ...(changed ? issuesOf(trial.error) : [])];
  const isGone = edit.removed || (name !== undefined && part.of(version.data) === undefined);
  return {
    ...edit,
    /** The page has no "Discard changes" button. */
    discard: undefined,
    trial,
    edited,
    uri: tried,
    setUri,
    platforms: base.platforms,
    taken: others.map((template) => template.name),
    unsaved: edit.unsaved && !navigation.isPending,
    changed,
    removed: isGone && !navigation.isPending,
    /** After a rename, the page of the new name opens. */
    navigatesAfterSave: edit.saving && value.name !== name,
    pointer,
    /** The error of a field: `/pattern`, `/routes/web/link`. */
    issue: (field: string) => issueAt(issues, pointer + field),
    /** The errors of the rules, by their locations in the template. */
    ruleIssues: ruleIssues(edit.error ?? (changed ? trial.error : undefined), pointer),
    /** The errors of the schema for metadata, with pointers into it. */
    schemaIssues: issuesBelow(issues, `${pointer}/metadata_schema`),
    leave: () => navigation.to(undefined),
  };
}
function ruleIssues(error: unknown, pointer: string): ReadonlyMap<string, string> {
  const { at } = assignIssues(
    error,
    RULE_FIELDS.map((field) => pointer + field),
  );
  return new Map([...at].map(([field, text]) => [field.slice(pointer.length), text]));
}

export type TemplateEditing = ReturnType<typeof useTemplateEditor>;

/** Opens another page after the next render; until then, the guard still sees unsaved changes. */
function useNavigateAfterRender() {
  const app = useApp();
  const navigate = useNavigate();
  const [target, setTarget] = useState<{ readonly name: string | undefined }>();
  useEffect(() => {
    if (target === undefined) return;
    void (target.name === undefined
      ? navigate({ to: '/$app/templates', params: { app } })
      : navigate({
          to: '/$app/templates/$name',
          params: { app, name: target.name },
          replace: true,
        }));
  }, [target, app, navigate]);
  return { isPending: target !== undefined, to: (name: string | undefined) => setTarget({ name }) };
}

function notifySaved(saved: SavedPart<Template>): void {
  const shadowed = saved.warnings.find(({ name }) => name === saved.value.name);
  notifications.show({
    title: texts.saved,
    message: saved.merged ? setupTexts.merged : templatesTexts.savedText(saved.value.name),
    color: 'teal',
  });
  if (shadowed) {
    notifications.show({
      title: templatesTexts.shadowedTitle,
      message: templatesTexts.shadowed(shadowed.by),
      color: 'orange',
      autoClose: 10_000,
    });
  }
}
