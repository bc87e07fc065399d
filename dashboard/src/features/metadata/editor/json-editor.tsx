import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import {
  createJSONEditor,
  createValueSelection,
  getFocusPath,
  Mode,
  ValidationSeverity,
  SelectionType,
  type Content,
  type JsonEditor as Editor,
  type JSONEditorPropsOptional,
  type JSONEditorSelection,
  type ValidationError,
} from 'vanilla-jsoneditor';
import 'vanilla-jsoneditor/themes/jse-theme-dark.css';
import './json-editor.css';
import { contextMenuOf, menuOf } from './editor-menus.ts';
import type { PlacedIssue } from '../../../components/place.ts';
import { pointerOf, type JsonPath } from '../../../lib/json-node.ts';
import type { MetadataSchemaDocument } from '../../../../../server/src/domain/schema/metadata-schema.ts';
import { fixLabels } from './editor-labels.ts';
import { SourceText } from './source-text.ts';
import { checkMetadata, RESERVED_KEYS } from './metadata-rules.ts';
import { showInText } from './show-in-text.ts';

export type EditorMode = 'tree' | 'text';

export interface EditorHandle {
  /** Reports pending input immediately, except for a value or key that is being typed in the tree. */
  readonly flush: () => void;
  /** Takes over the value or key that is being typed in the tree. */
  readonly commit: () => void;
  /** Selects an issue, scrolls to it and focuses it. */
  readonly show: (issue: PlacedIssue) => void;
  readonly focus: () => void;
  /** Adds a value in the tree, at the end of its object or list. It can be undone there. */
  readonly add: (path: JsonPath, value: unknown) => void;
}

interface JsonEditorProps {
  readonly ref: Ref<EditorHandle>;
  readonly text: string;
  /** Increases whenever `text` was changed outside of the editor. */
  readonly revision: number;
  readonly mode: EditorMode;
  /** False: the editor is hidden, because the other mode is shown. */
  readonly active: boolean;
  readonly readOnly: boolean;
  /** The issues that the service found, in addition to the checks here. */
  readonly serviceIssues: readonly PlacedIssue[];
  /** What the metadata must fulfil; undefined: nothing. */
  readonly schema: MetadataSchemaDocument | undefined;
  readonly onText: (text: string) => void;
  readonly onMode: (mode: EditorMode) => void;
  /** The selected location in the tree. */
  readonly onSelect: (path: readonly string[]) => void;
  readonly onError: (error: Error) => void;
}

/**
 * Edits one JSON document as a tree or as text with vanilla-jsoneditor. Each mode has an editor of its own: undo in one
 * mode must not switch to the other.
 */
export function JsonEditor(props: JsonEditorProps) {
  const { ref, text, revision, mode, active, readOnly, serviceIssues, schema } = props;
  const target = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const sourceText = useRef<SourceText>(undefined);
  const dark = useComputedColorScheme('light') === 'dark';

  /** The text that this editor shows. */
  const own = useRef(text);
  const report = (next: string): void => {
    own.current = next;
    props.onText(next);
  };
  const onContent = useEffectEvent((content: Content) => {
    if (!active) return;
    if ('text' in content && content.text !== undefined) {
      sourceText.current?.setText(content.text);
      report(content.text);
    } else if ('json' in content) {
      report(sourceText.current?.textFor(content.json) ?? '');
    }
  });
  const onMode = useEffectEvent((next: Mode) => props.onMode(next === Mode.text ? 'text' : 'tree'));
  const onSelect = useEffectEvent((selection: JSONEditorSelection | undefined) => {
    if (selection?.type !== SelectionType.text)
      props.onSelect(selection ? getFocusPath(selection) : []);
  });
  const onError = useEffectEvent((error: Error) => props.onError(error));
  const start = useEffectEvent((element: HTMLDivElement) => {
    const created = new SourceText();
    created.setText(text);
    sourceText.current = created;
    const { parse, stringify } = created;
    const editorProps: JSONEditorPropsOptional = {
      content: { text },
      mode: mode === 'text' ? Mode.text : Mode.tree,
      readOnly,
      parser: { parse, stringify },
      // The rules check the text itself, because a parsed value has lost the spelling of numbers and duplicate keys.
      validationParser: { parse: (source: string) => source, stringify },
      validator: validatorOf(serviceIssues, schema),
      askToFormat: false,
      navigationBar: false,
      tabSize: 2,
      onChange: (content) => onContent(content),
      onChangeMode: (next) => onMode(next),
      onError: (error) => onError(error),
      onSelect: (selection) => onSelect(selection),
      onRenderMenu: menuOf,
      onRenderContextMenu: (items, { readOnly: fixed }) => (fixed ? false : contextMenuOf(items)),
    };
    return createJSONEditor({ target: element, props: editorProps });
  });

  useEffect(() => {
    if (target.current === null) return undefined;
    const createdEditor = start(target.current);
    editor.current = createdEditor;
    const stopFixing = fixLabels(target.current);
    return () => {
      stopFixing();
      editor.current = undefined;
      void createdEditor.destroy();
    };
  }, []);

  const show = useEffectEvent(() => {
    if (!active || own.current === text) return;
    own.current = text;
    sourceText.current?.setText(text);
    editor.current?.update({ text });
  });
  useEffect(() => show(), [revision, active]);
  useEffect(() => editor.current?.updateProps({ readOnly }), [readOnly]);
  useEffect(
    () => editor.current?.updateProps({ validator: validatorOf(serviceIssues, schema) }),
    [serviceIssues, schema],
  );
  useEffect(() => void editor.current?.refresh(), [dark]);

  useImperativeHandle(
    ref,
    () => ({
      flush: () => void editor.current?.validate(),
      commit: () => {
        const typing = document.activeElement;
        if (!typing?.matches('.jse-editable-div') || !target.current?.contains(typing)) return;
        // The tree takes the text over when the field loses the focus. The keyboard then stays in the tree.
        (typing as HTMLElement).blur();
        editor.current?.focus();
      },
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
      add: (path, value) => {
        const patched = editor.current?.patch([{ op: 'add', path: pointerOf(path), value }]);
        if (patched === undefined) return;
        // A patch changes the tree and its history, but is not reported as a change.
        const content = { json: patched.json };
        editor.current?.update(content);
        onContent(content);
        // Expands what contains it.
        void editor.current?.scrollTo([...path].map(String));
      },
    }),
    [mode],
  );

  return (
    <div
      ref={target}
      className={dark ? 'json-editor jse-theme-dark' : 'json-editor'}
      hidden={!active}
    />
  );
}

/** Marks issues in the editor. Issues of the whole document are only listed below it. */
function validatorOf(
  serviceIssues: readonly PlacedIssue[],
  schema: MetadataSchemaDocument | undefined,
): (text: unknown) => ValidationError[] {
  return (text) =>
    [...checkMetadata(String(text), schema).issues, ...serviceIssues]
      // The editor cannot find a reserved key.
      .filter(({ path }) => path.length > 0 && !path.some((step) => RESERVED_KEYS.has(step)))
      .map(({ path, detail }) => ({
        path: path.map(String),
        message: detail,
        severity: ValidationSeverity.error,
      }));
}
