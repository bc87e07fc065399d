import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useAppVersion } from '../../api/app-document.ts';
import { withTheirs, withTyped, type AppVersion, type Saved } from '../../api/save-part.ts';
import type { Template } from '../../api/types.ts';
import { useApp } from '../../api/session.ts';
import { useDraft } from '../../components/use-draft.ts';
import { useSavePart } from '../../components/use-save-part.ts';
import { issueAt, issuesOf } from '../../lib/issues.ts';
import type { MergeConflict } from '../../lib/merge.ts';
import { setup as setupTexts } from '../../texts/setup.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import * as texts from '../../texts/texts.ts';
import { exampleUri } from './pattern.ts';
import { indexIn, listWith, templatePart } from './template-draft.ts';
import { useTrial } from '../../components/use-trial.ts';

/** What a template is called on the wire before it has a name. */
const UNNAMED = 'unnamed';

/** The state of the page that edits the template called `name`; `undefined`: makes a new one. */
export function useTemplateEditor(name: string | undefined, start: Template) {
  const version = useAppVersion();
  const part = useMemo(() => templatePart(name), [name]);
  const draft = useDraft(version, (app) => part.of(app) ?? start);
  const save = useSavePart(part);
  const [uri, setUri] = useState<string>();
  const [outcome, setOutcome] = useState<Saved<Template>>();
  const leaving = useLeaving();

  const { value, base, unsaved } = draft;
  const others = base.data.templates;
  const at = `/templates/${indexIn(others, name)}`;
  const edited = value.name === '' ? UNNAMED : value.name;
  const tried = uri ?? exampleUri(value.pattern);
  const changed = name === undefined ? value.pattern !== '' : unsaved;
  const trial = useTrial({
    ...(tried === '' ? {} : { uri: tried }),
    ...(changed ? { templates: listWith(others, name, { ...value, name: edited }) } : {}),
  });
  const issues = [...issuesOf(save.error), ...(changed ? issuesOf(trial.error) : [])];

  function submit(from: AppVersion, template: Template): void {
    const sent = draft.value;
    setOutcome(undefined);
    save.mutate(
      { base: from, value: template },
      {
        onSuccess: (saved) => {
          if (saved.kind !== 'saved') return setOutcome(saved);
          tellSaved(saved);
          draft.goOn(saved.version, (typed) => withTyped(part, saved.value, sent, typed));
          if (saved.value.name !== name) leaving.to(saved.value.name);
        },
      },
    );
  }
  const clash = outcome?.kind === 'clash' ? outcome : undefined;
  return {
    value,
    trial,
    edited,
    uri: tried,
    setUri,
    platforms: base.data.platforms,
    taken: others.map((template) => template.name),
    unsaved: unsaved && !leaving.on,
    changed,
    removed:
      !leaving.on &&
      (outcome?.kind === 'gone' || (name !== undefined && part.of(version.data) === undefined)),
    saving: save.isPending,
    /** The page of another name comes next, to which nothing goes along that is typed until then. */
    moving: save.isPending && value.name !== name,
    error: save.error,
    at,
    set: (template: Template) => {
      if (save.isError) save.reset();
      draft.set(template);
    },
    /** What is wrong with a field: `/pattern`, `/routes/web/link`. */
    issue: (field: string) => issueAt(issues, at + field),
    save: () => submit(outcome?.kind === 'gone' ? outcome.version : base, value),
    leave: () => leaving.to(undefined),
    clashes: clash?.clashes,
    choose: (theirs: readonly MergeConflict[]) =>
      clash && submit(clash.version, withTheirs(part, clash.value, theirs)),
    keepEditing: () => setOutcome(undefined),
    version,
  };
}
export type TemplateEditing = ReturnType<typeof useTemplateEditor>;

/** Goes to another page once the guard of unsaved changes has heard that there are none. */
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

function tellSaved(saved: Saved<Template> & { readonly kind: 'saved' }): void {
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
