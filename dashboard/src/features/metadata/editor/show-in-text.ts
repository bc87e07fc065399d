import { EditorView } from '@codemirror/view';

/** Selects a range of the text that the editor in `element` shows and scrolls to it. */
export function showInText(
  element: HTMLElement | null,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const dom = element?.querySelector<HTMLElement>('.cm-editor');
  const view = dom ? EditorView.findFromDOM(dom) : null;
  if (view === null) return;
  const most = view.state.doc.length;
  // The editor scrolls to the head of a selection, which is the beginning of a long range here.
  const selection = { anchor: Math.min(end, most), head: Math.min(start, most) };
  view.dispatch({ selection, scrollIntoView: true });
  view.focus();
}
