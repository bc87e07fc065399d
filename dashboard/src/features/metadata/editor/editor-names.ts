import { metadata as words } from '../../../texts/metadata.ts';

type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * Corrections of the editor for screen readers: the names of fields and buttons, and which element is the tree.
 * `undefined` removes an attribute.
 */
const ATTRIBUTES: readonly [selector: string, attributes: Attributes][] = [
  // The menu and the messages are not part of the tree.
  ['.jse-tree-mode', { role: undefined, 'aria-label': undefined }],
  ['.jse-tree-mode > .jse-contents', { role: 'tree', 'aria-label': words.editor }],
  ['.jse-json-node :is(.jse-items, .jse-props)', { role: 'group' }],
  ['.jse-hidden-input', { 'aria-label': words.editor }],
  ['.jse-search-input', { 'aria-label': words.find }],
  ['.jse-replace-input', { 'aria-label': words.replaceWith }],
  ['.jse-validation-error', { 'aria-label': words.issueHere }],
  ['.cm-content', { 'aria-label': words.editor, tabindex: '0' }],
  ['svg.fa-icon', { 'aria-label': undefined }],
];

/** Fixes the names in an editor, now and for new elements; returns a function that stops it. */
export function keepNames(editor: HTMLElement): () => void {
  const fix = (): void => {
    for (const [selector, attributes] of ATTRIBUTES) {
      for (const element of editor.querySelectorAll(selector)) setAll(element, attributes);
    }
  };
  fix();
  const observer = new MutationObserver(fix);
  observer.observe(editor, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}
