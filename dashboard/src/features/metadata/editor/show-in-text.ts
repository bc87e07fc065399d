import { EditorView } from '@codemirror/view';

/** Selects a stretch of the text that the editor in `element` shows, and brings it into sight. */
export function showInText(
  element: HTMLElement | null,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const dom = element?.querySelector<HTMLElement>('.cm-editor');
  const view = dom ? EditorView.findFromDOM(dom) : null;
  if (view === null) return;
  const most = view.state.doc.length;
  // The head is what comes into sight: of something long its beginning counts.
  const selection = { anchor: Math.min(end, most), head: Math.min(start, most) };
  view.dispatch({ selection, scrollIntoView: true });
  view.focus();
}
