import { parse, type DefaultTreeAdapterTypes } from 'parse5';

/** The structure of a page without texts and values: each element with the names of its attributes. */
export function outlineOf(html: string): string[] {
  const found: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      found.push([node.tagName, ...node.attrs.map(({ name }) => name).toSorted()].join(' '));
    }
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return found;
}
