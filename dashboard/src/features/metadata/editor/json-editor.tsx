import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import {
  createJSONEditor,
  createValueSelection,
  Mode,
  ValidationSeverity,
  type Content,
  type JsonEditor as Editor,
  type JSONEditorPropsOptional,
  type ValidationError,
} from 'vanilla-jsoneditor';
import 'vanilla-jsoneditor/themes/jse-theme-dark.css';
import './json-editor.css';
import { contextMenuOf, menuOf } from './editor-menus.ts';
import { keepNames } from './editor-names.ts';
import { KeptText } from './kept-text.ts';
import { checkMetadata, REFUSED_KEYS } from './metadata-rules.ts';
import type { ShownIssue } from './shown-issues.ts';
import { showInText } from './show-in-text.ts';

export type EditorMode = 'tree' | 'text';

export interface EditorHandle {
  /** Reports recent input immediately. */
  readonly flush: () => void;
  /** Selects an issue, scrolls to it and focuses it. */
  readonly show: (issue: ShownIssue) => void;
  readonly focus: () => void;
}

interface JsonEditorProps {
  readonly ref: Ref<EditorHandle>;
  readonly text: string;
  /** Increases when `text` was changed outside of the editor. */
  readonly revision: number;
  readonly mode: EditorMode;
  readonly readOnly: boolean;
  /** The issues that the service found, in addition to the checks here. */
  readonly serviceIssues: readonly ShownIssue[];
  readonly onText: (text: string) => void;
  readonly onMode: (mode: EditorMode) => void;
  readonly onError: (error: Error) => void;
}

/** One JSON document in a tree or as text, in the editor of vanilla-jsoneditor. */
export function JsonEditor(props: JsonEditorProps) {
  const { ref, text, revision, mode, readOnly, serviceIssues } = props;
  const target = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const kept = useRef<KeptText>(undefined);
  const dark = useComputedColorScheme('light') === 'dark';

  const onContent = useEffectEvent((content: Content) => {
    if ('text' in content && content.text !== undefined) {
      kept.current?.typed(content.text);
      props.onText(content.text);
    } else if ('json' in content) {
      props.onText(kept.current?.textOf(content.json) ?? '');
    }
  });
  const onMode = useEffectEvent((next: Mode) => props.onMode(next === Mode.text ? 'text' : 'tree'));
  const onError = useEffectEvent((error: Error) => props.onError(error));
  const start = useEffectEvent((element: HTMLDivElement) => {
    const memory = new KeptText();
    memory.typed(text);
    kept.current = memory;
    const { parse, stringify } = memory;
    const editorProps: JSONEditorPropsOptional = {
      content: { text },
      mode: modeOf(mode),
      readOnly,
      parser: { parse, stringify },
      // The rules check the text itself, for example numbers and repeated keys.
      validationParser: { parse: (source: string) => source, stringify },
      validator: validatorOf(serviceIssues),
      askToFormat: false,
      navigationBar: false,
      tabSize: 2,
      onChange: (content) => onContent(content),
      onChangeMode: (next) => onMode(next),
      onError: (error) => onError(error),
      onRenderMenu: menuOf,
      onRenderContextMenu: (items, { readOnly: fixed }) => (fixed ? false : contextMenuOf(items)),
    };
    return createJSONEditor({ target: element, props: editorProps });
  });

  useEffect(() => {
    if (target.current === null) return undefined;
    const made = start(target.current);
    editor.current = made;
    const end = keepNames(target.current);
    return () => {
      end();
      editor.current = undefined;
      void made.destroy();
    };
  }, []);

  const shown = useRef(revision);
  const show = useEffectEvent(() => {
    if (shown.current === revision) return;
    shown.current = revision;
    kept.current?.typed(text);
    editor.current?.update({ text });
  });
  useEffect(() => show(), [revision]);
  useEffect(() => editor.current?.updateProps({ mode: modeOf(mode) }), [mode]);
  useEffect(() => editor.current?.updateProps({ readOnly }), [readOnly]);
  useEffect(
    () => editor.current?.updateProps({ validator: validatorOf(serviceIssues) }),
    [serviceIssues],
  );
  useEffect(() => void editor.current?.refresh(), [dark]);

  useImperativeHandle(
    ref,
    () => ({
      flush: () => void editor.current?.validate(),
      show: (issue) => {
        if (mode === 'text') {
          showInText(target.current, issue);
          return;
        }
        editor.current?.select(createValueSelection([...issue.path].map(String)));
        void editor.current?.scrollTo([...issue.path].map(String));
        editor.current?.focus();
      },
      focus: () => editor.current?.focus(),
    }),
    [mode],
  );

  return <div ref={target} className={dark ? 'json-editor jse-theme-dark' : 'json-editor'} />;
}

function modeOf(mode: EditorMode): Mode {
  return mode === 'text' ? Mode.text : Mode.tree;
}

/** Problems of the whole document are shown below the editor, others in it. */
function validatorOf(serviceIssues: readonly ShownIssue[]): (text: unknown) => ValidationError[] {
  return (text) =>
    [...checkMetadata(String(text)).issues, ...serviceIssues]
      // The editor cannot locate such a key.
      .filter(({ path }) => path.length > 0 && !path.some((step) => REFUSED_KEYS.has(step)))
      .map(({ path, detail }) => ({
        path: path.map(String),
        message: detail,
        severity: ValidationSeverity.error,
      }));
}
