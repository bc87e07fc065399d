import {
  capturedNames,
  parsePattern,
  segmentsOf,
  type Captures,
  type Template,
} from './template.ts';
import { unescaped } from './text.ts';
import { withoutSlash, type BaseUri } from './uri.ts';

export interface Match {
  readonly template: Template;
  readonly captures: Captures;
}

interface Node {
  readonly fixed: Map<string, Node>;
  one?: Node;
  /** Ends here, or takes the rest from here: the template and the names along the way. */
  leaf?: Leaf;
  rest?: Leaf;
}

interface Leaf {
  readonly template: Template;
  readonly names: readonly string[];
}

/** Why a template is never used, as a person would say it. */
export interface Shadowed {
  readonly name: string;
  readonly by: readonly string[];
}

/** The same in a sentence. */
export function neverMatches({ name, by }: Shadowed): string {
  const come = by.length === 1 ? 'comes' : 'come';
  return `template ${name} can never match, ${by.join(' and ')} ${come} first`;
}

/**
 * All templates of one app as a tree of segments, so that a match walks along the path and does not
 * look at every template. At each segment fixed text wins over `:name`, `:name` over `*name`.
 */
export class Matcher {
  readonly #root: Node = { fixed: new Map() };
  readonly #twins: Shadowed[] = [];

  /** Of templates with the same shape the first is used. Patterns that do not parse are left out. */
  constructor(templates: readonly Template[]) {
    for (const template of templates) this.#add(template);
  }

  #add(template: Template): void {
    const parsed = parsePattern(template.pattern);
    if (!('value' in parsed)) return;
    const names = capturedNames(template.pattern);
    let node = this.#root;
    let place: 'leaf' | 'rest' = 'leaf';
    for (const segment of parsed.value) {
      if (segment.kind === 'rest') {
        place = 'rest';
      } else if (segment.kind === 'one') {
        node = node.one ??= { fixed: new Map() };
      } else {
        const next: Node = node.fixed.get(segment.text) ?? { fixed: new Map() };
        node.fixed.set(segment.text, next);
        node = next;
      }
    }
    const taken = node[place];
    if (taken) this.#twins.push({ name: template.name, by: [taken.template.name] });
    else node[place] = { template, names };
  }

  match(uri: BaseUri): Match | undefined {
    const end = uri.path.search(/[?#]/);
    const path = end === -1 ? uri.path : uri.path.slice(0, end);
    const segments = segmentsOf(uri.form === 'deep-link' ? withoutSlash(path) : path);
    const captured: string[] = [];
    const leaf = find(this.#root, segments, 0, captured);
    if (!leaf) return undefined;
    const captures = Object.create(null) as Record<string, string>;
    leaf.names.forEach((name, index) => (captures[name] = captured[index] ?? ''));
    return { template: leaf.template, captures };
  }

  /** Templates that no path can reach, because others take all of theirs first. */
  shadowed(): readonly Shadowed[] {
    const found = [...this.#twins];
    const visit = (node: Node): void => {
      const covering = node.one && node.rest ? covers(node.one) : undefined;
      if (covering && node.rest) found.push({ name: node.rest.template.name, by: covering });
      for (const child of node.fixed.values()) visit(child);
      if (node.one) visit(node.one);
    };
    visit(this.#root);
    return found;
  }
}

/** Walks to the best leaf; each node of the tree is visited once at the most. */
function find(
  node: Node,
  segments: readonly string[],
  at: number,
  captured: string[],
): Leaf | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.leaf;
  const fixed = node.fixed.get(unescaped(segment));
  const viaFixed = fixed && find(fixed, segments, at + 1, captured);
  if (viaFixed) return viaFixed;
  if (segment !== '') {
    const depth = captured.length;
    captured.push(segment);
    const viaOne = node.one && find(node.one, segments, at + 1, captured);
    if (viaOne) return viaOne;
    captured.length = depth;
  }
  const rest = segments.slice(at).join('/');
  if (!node.rest || rest === '') return undefined;
  captured.push(rest);
  return node.rest;
}

/** The templates that together take every path below `node`, the empty one included. */
function covers(node: Node): readonly string[] | undefined {
  if (!node.leaf) return undefined;
  if (node.rest) return [node.leaf.template.name, node.rest.template.name];
  const deeper = node.one && covers(node.one);
  return deeper && [node.leaf.template.name, ...deeper];
}
