import { metadata as metadataTexts } from '../../../texts/metadata.ts';

type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * Accessibility fixes for elements of the editor: the labels of fields and buttons, and the roles in the tree.
 * `undefined` removes an attribute.
 */
const ATTRIBUTES: readonly [selector: string, attributes: Attributes][] = [
  // The menu and the messages are not part of the tree.
  ['.jse-tree-mode', { role: undefined, 'aria-label': undefined }],
  ['.jse-tree-mode > .jse-contents', { role: 'tree', 'aria-label': metadataTexts.editor }],
  ['.jse-json-node :is(.jse-items, .jse-props)', { role: 'group' }],
  ['.jse-hidden-input', { 'aria-label': metadataTexts.editor }],
  // The menu of the tree contains groups of buttons, some with further buttons.
  ['div.jse-contextmenu', { role: 'group', 'aria-label': metadataTexts.more }],
  ['.jse-dropdown-button', { role: undefined, tabindex: undefined }],
  ['.jse-open-dropdown', { 'aria-label': metadataTexts.more }],
  ['.jse-search-input', { 'aria-label': metadataTexts.find }],
  ['.jse-replace-input', { 'aria-label': metadataTexts.replaceWith }],
  ['.jse-validation-error', { 'aria-label': metadataTexts.hasIssue }],
  ['.cm-content', { 'aria-label': metadataTexts.editor, tabindex: '0' }],
  ['svg.fa-icon', { 'aria-label': undefined }],
];

/** Applies the fixes now and whenever elements are added; returns a function that stops this. */
export function fixLabels(editor: HTMLElement): () => void {
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
