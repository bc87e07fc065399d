import type { Steps } from '../text/steps.ts';
import { runToEnd } from '../text/steps.ts';
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

/** A point in the tree of patterns. Most have one child, so that one needs no map. */
interface Node {
  /** The fixed text that leads here; empty for the root and behind `:name`. */
  readonly text: string;
  /** The first child behind fixed text, and all others by their text. */
  first?: Node;
  others?: Map<string, Node>;
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
  const take = by.length === 1 ? 'takes' : 'take';
  return `template ${name} can never match, because ${by.join(' and ')} ${take} precedence`;
}

// What V8 needs for each, in bytes, about.
const NODE_BYTES = 120;
const TEMPLATE_BYTES = 1000;
/** Nodes that are looked at in one step. */
const NODES_AT_A_TIME = 200;

/**
 * All templates of one app as a tree of segments, so that a match walks along the path and does not
 * look at every template. At each segment fixed text wins over `:name`, `:name` over `*name`.
 */
export class Matcher {
  readonly #root: Node = { text: '' };
  readonly #twins: Shadowed[] = [];
  #shadowed: readonly Shadowed[] | undefined;
  #bytes = 0;

  /** Of templates with the same shape the first is used. Patterns that do not parse are left out. */
  constructor(templates: readonly Template[]) {
    for (const template of templates) this.#add(template);
  }

  /** The same in steps, for thousands of templates. */
  static *of(templates: readonly Template[]): Steps<Matcher> {
    const matcher = new Matcher([]);
    for (const template of templates) {
      matcher.#add(template);
      yield;
    }
    return matcher;
  }

  /** How much memory it takes, about. */
  get bytes(): number {
    return this.#bytes;
  }

  #add(template: Template): void {
    const parsed = parsePattern(template.pattern);
    if (!('value' in parsed)) return;
    this.#bytes += TEMPLATE_BYTES + parsed.value.length * NODE_BYTES;
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
   * The template that wins, and what it captures. Visits each node of the tree once at the most, at a
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

  /** Templates that no path can reach, because others take all of theirs first. */
  shadowed(): readonly Shadowed[] {
    return runToEnd(this.findShadowed());
  }

  /** The same in steps. Found once. */
  *findShadowed(): Steps<readonly Shadowed[]> {
    if (this.#shadowed) return this.#shadowed;
    const found = [...this.#twins];
    const left: Node[] = [this.#root];
    for (let visited = 1; ; visited++) {
      const node = left.pop();
      if (!node) break;
      const covering = node.one && node.rest ? covers(node.one) : undefined;
      if (covering && node.rest) found.push({ name: node.rest.template.name, by: covering });
      // The last one is the next.
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

/** One path on its way through the tree. */
class Walk {
  readonly captured: string[] = [];
  readonly #segments: readonly string[];
  /** The same without percent escapes, as far as they were needed. */
  readonly #plain: string[] = [];

  constructor(segments: readonly string[]) {
    this.#segments = segments;
  }

  /** The best leaf for the segments from `at` on. */
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
    // An empty segment at the end is no rest.
    if (!node.rest || (segment === '' && at === this.#segments.length - 1)) return undefined;
    this.captured.push(this.#segments.slice(at).join('/'));
    return node.rest;
  }
}

/**
 * The templates that together take every path below `node`, the empty one included. Ends at the first
 * node that takes the rest, so the chains of two nodes that do never overlap.
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
