import type { Steps } from '../text/steps.ts';
import {
  parsePattern,
  segmentsOf,
  type Captures,
  type Segment,
  type Template,
} from './template.ts';
import { unescaped } from '../text/text.ts';
import { withoutSlash, type BaseUri } from '../text/uri.ts';

export interface Match {
  readonly template: Template;
  readonly captures: Captures;
}

/** A node in the tree of patterns. Most nodes have one child, which needs no map. */
interface Node {
  /** The fixed text that leads to this node; empty for the root and after `:name`. */
  readonly text: string;
  /** The first child after fixed text; the other children by their text. */
  first?: Node;
  others?: Map<string, Node>;
  one?: Node;
  /**
   * The template that ends here (`leaf`) or takes the rest from here (`rest`), and the names along the path.
   */
  leaf?: Leaf;
  rest?: Leaf;
}

interface Leaf {
  readonly template: Template;
  readonly names: readonly string[];
}

/** A template that is never used, and the templates that match instead. */
export interface Shadowed {
  readonly name: string;
  readonly by: readonly string[];
}

/** The reason as a sentence. */
export function neverMatches({ name, by }: Shadowed): string {
  const take = by.length === 1 ? 'takes' : 'take';
  return `template ${name} can never match, because ${by.join(' and ')} ${take} precedence`;
}

// Approximate memory in V8, in bytes.
const NODE_BYTES = 120;
const TEMPLATE_BYTES = 1000;
/** The number of nodes to visit in one step. */
const NODES_AT_A_TIME = 200;

/**
 * All templates of one app as a tree of segments, so that a match follows the path instead of trying every
 * template. At each segment, fixed text takes precedence over `:name`, and `:name` over `*name`.
 */
export class Matcher {
  readonly #root: Node = { text: '' };
  readonly #twins: Shadowed[] = [];
  #shadowed: readonly Shadowed[] | undefined;
  #bytes = 0;

  /** Of templates with the same shape, the first is used. Invalid patterns are ignored. */
  constructor(templates: readonly Template[]) {
    for (const template of templates) this.#add(template);
  }

  /** The constructor in steps, for thousands of templates. */
  static *of(templates: readonly Template[]): Steps<Matcher> {
    const matcher = new Matcher([]);
    for (const template of templates) {
      matcher.#add(template);
      yield;
    }
    return matcher;
  }

  /** The approximate memory that it needs, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  #add(template: Template): void {
    const parsed = parsePattern(template.pattern);
    if (!('value' in parsed)) return;
    this.#bytes += TEMPLATE_BYTES + parsed.value.length * NODE_BYTES;
    // Each character of JSON becomes about two bytes.
    if (template.rules) this.#bytes += 2 * JSON.stringify(template.rules).length;
    // The schema and what is read from it.
    if (template.metadata_schema) {
      this.#bytes += 8 * JSON.stringify(template.metadata_schema).length;
    }
    let node = this.#root;
    let place: 'leaf' | 'rest' = 'leaf';
    const names: string[] = [];
    for (const segment of parsed.value) {
      if (segment.kind !== 'static') names.push(segment.name);
      if (segment.kind === 'rest') place = 'rest';
      else node = childFor(node, segment);
    }
    const taken = node[place];
    if (taken) this.#twins.push({ name: template.name, by: [taken.template.name] });
    else node[place] = { template, names };
  }

  /**
   * Returns the template that matches, and what it captures. Visits each node of the tree at most once, at a
   * cost that does not depend on the length of the path.
   */
  match(uri: BaseUri): Match | undefined {
    const end = uri.path.search(/[?#]/);
    const path = end === -1 ? uri.path : uri.path.slice(0, end);
    const segments = segmentsOf(uri.form === 'deep-link' ? withoutSlash(path) : path);
    const walk = new Walk(segments);
    const leaf = walk.find(this.#root, 0);
    if (!leaf) return undefined;
    const captures = Object.create(null) as Record<string, string>;
    leaf.names.forEach((name, index) => (captures[name] = walk.captured[index] ?? ''));
    return { template: leaf.template, captures };
  }

  /**
   * Finds the templates that no path can reach, because others take precedence. Paths with an empty segment, which `:name`
   * does not match, do not count: no one creates them on purpose. Runs once, in steps.
   */
  *findShadowed(): Steps<readonly Shadowed[]> {
    if (this.#shadowed) return this.#shadowed;
    const found = [...this.#twins];
    const left: Node[] = [this.#root];
    for (let visited = 1; ; visited++) {
      const node = left.pop();
      if (!node) break;
      const covering = node.one && node.rest ? covers(node.one) : undefined;
      if (covering && node.rest) found.push({ name: node.rest.template.name, by: covering });
      // The last one is visited next.
      if (node.one) left.push(node.one);
      if (node.others) left.push(...[...node.others.values()].toReversed());
      if (node.first) left.push(node.first);
      if (visited % NODES_AT_A_TIME === 0) yield;
    }
    this.#shadowed = found;
    return found;
  }
}

function childFor(node: Node, segment: Exclude<Segment, { kind: 'rest' }>): Node {
  if (segment.kind === 'one') return (node.one ??= { text: '' });
  const known = fixedChild(node, segment.text);
  if (known) return known;
  const child = { text: segment.text };
  if (node.first) (node.others ??= new Map<string, Node>()).set(segment.text, child);
  else node.first = child;
  return child;
}

function fixedChild({ first, others }: Node, text: string): Node | undefined {
  return first?.text === text ? first : others?.get(text);
}

/** The search for one path in the tree. */
class Walk {
  readonly captured: string[] = [];
  readonly #segments: readonly string[];
  /** The segments without percent escapes, decoded when they are needed. */
  readonly #plain: string[] = [];

  constructor(segments: readonly string[]) {
    this.#segments = segments;
  }

  /** The best leaf for the segments from index `at`. */
  find(node: Node, at: number): Leaf | undefined {
    const segment = this.#segments[at];
    if (segment === undefined) return node.leaf;
    if (node.first) {
      const fixed = fixedChild(node, (this.#plain[at] ??= unescaped(segment)));
      const viaFixed = fixed && this.find(fixed, at + 1);
      if (viaFixed) return viaFixed;
    }
    if (node.one && segment !== '') {
      const depth = this.captured.length;
      this.captured.push(segment);
      const viaOne = this.find(node.one, at + 1);
      if (viaOne) return viaOne;
      this.captured.length = depth;
    }
    // A rest must not be only an empty segment at the end.
    if (!node.rest || (segment === '' && at === this.#segments.length - 1)) return undefined;
    this.captured.push(this.#segments.slice(at).join('/'));
    return node.rest;
  }
}

/**
 * The templates that together match every path below `node` that has no empty segment, including the empty path. The search
 * ends at the first node that takes the rest, so the chains of two such nodes never overlap.
 */
function covers(start: Node): readonly string[] | undefined {
  const names: string[] = [];
  for (let node: Node | undefined = start; node; node = node.one) {
    if (!node.leaf) return undefined;
    names.push(node.leaf.template.name);
    if (node.rest) return [...names, node.rest.template.name];
  }
  return undefined;
}
