import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { SavedPart } from '../../api/save-part.ts';
import { useApp } from '../../api/session.ts';
import type { Template } from '../../api/types.ts';
import { usePartEdit } from '../../components/use-part-edit.ts';
import { useTrial } from '../../components/use-trial.ts';
import { issueAt, issuesOf } from '../../lib/issues.ts';
import { setup as setupTexts } from '../../texts/setup.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import * as texts from '../../texts/texts.ts';
import { exampleUri } from './pattern.ts';
import { indexIn, listWith, templatePart } from './template-draft.ts';

/** The name that is sent for a template without a name. */
const UNNAMED = 'unnamed';

/** The state of the page that edits the template called `name`; `undefined`: a new one. */
export function useTemplateEditor(name: string | undefined, start: Template) {
  const part = useMemo(() => templatePart(name), [name]);
  const leaving = useLeaving();
  const edit = usePartEdit(
    part,
    (app) => part.of(app) ?? start,
    (saved) => {
      notifySaved(saved);
      if (saved.value.name !== name) leaving.to(saved.value.name);
    },
  );
  const [uri, setUri] = useState<string>();

  const { value, base, version } = edit;
  const others = base.templates;
  const at = `/templates/${indexIn(others, name)}`;
  const edited = value.name === '' ? UNNAMED : value.name;
  const tried = uri ?? exampleUri(value.pattern);
  const changed = name === undefined ? value.pattern !== '' : edit.unsaved;
  const trial = useTrial({
    ...(tried === '' ? {} : { uri: tried }),
    ...(changed ? { templates: listWith(others, name, { ...value, name: edited }) } : {}),
  });
  const issues = [...issuesOf(edit.error), ...(changed ? issuesOf(trial.error) : [])];
  const isGone = edit.gone || (name !== undefined && part.of(version.data) === undefined);
  return {
    ...edit,
    /** The page has no button for it. */
    discard: undefined,
    trial,
    edited,
    uri: tried,
    setUri,
    platforms: base.platforms,
    taken: others.map((template) => template.name),
    unsaved: edit.unsaved && !leaving.on,
    changed,
    removed: isGone && !leaving.on,
    /** The page of the new name opens after the save, so nothing can be typed until then. */
    moving: edit.saving && value.name !== name,
    at,
    /** The error of a field: `/pattern`, `/routes/web/link`. */
    issue: (field: string) => issueAt(issues, at + field),
    leave: () => leaving.to(undefined),
  };
}
export type TemplateEditing = ReturnType<typeof useTemplateEditor>;

/** Goes to another page after the next render, when the guard of unsaved changes knows that there are none. */
function useLeaving() {
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
  return { on: target !== undefined, to: (name: string | undefined) => setTarget({ name }) };
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
