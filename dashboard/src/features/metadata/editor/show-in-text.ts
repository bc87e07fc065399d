import { EditorView } from '@codemirror/view';

/** Selects a range of the text that the editor in `element` shows and scrolls to it. */
export function showInText(
  element: HTMLElement | null,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const dom = element?.querySelector<HTMLElement>('.cm-editor');
  const view = dom ? EditorView.findFromDOM(dom) : null;
  if (view === null) return;
  const length = view.state.doc.length;
  // The editor scrolls to the head of the selection, so the head is the beginning of the range.
  const selection = { anchor: Math.min(end, length), head: Math.min(start, length) };
  view.dispatch({ selection, scrollIntoView: true });
  view.focus();
}
