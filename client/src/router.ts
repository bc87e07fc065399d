import { decoded, withoutSlash, type Values } from './address.ts';

/** The names that a pattern captures: `'id'` for `products/:id`. */
type NamesIn<Pattern extends string> = Pattern extends `${infer Head}/${infer Tail}`
  ? NamesIn<Head> | NamesIn<Tail>
  : Pattern extends `:${infer Name}` | `*${infer Name}`
    ? Name
    : never;

/** What a pattern captures, by name: `{ id: string }` for `products/:id`. */
export type ParamsOf<Pattern extends string> = string extends Pattern
  ? Values
  : { readonly [Name in NamesIn<Pattern>]: string };

export interface Match<Target> {
  readonly target: Target;
  readonly params: Values;
}

export interface Router<Target> {
  /** Throws a `TypeError` for an invalid pattern. */
  readonly add: (pattern: string, target: Target) => void;
  readonly find: (path: string) => Match<Target> | undefined;
}

interface Leaf<Target> {
  readonly target: Target;
  readonly names: readonly string[];
}

interface Node<Target> {
  readonly fixed: Map<string, Node<Target>>;
  one?: Node<Target>;
  /** The target that ends here (`leaf`) or takes the rest from here (`rest`). */
  leaf?: Leaf<Target>;
  rest?: Leaf<Target>;
}

const newNode = <Target>(): Node<Target> => ({ fixed: new Map() });

/** Patterns as a tree of segments. Fixed text takes precedence over `:name`, and `:name` over `*name`. */
export function createRouter<Target>(): Router<Target> {
  const root = newNode<Target>();
  return {
    add(pattern, target) {
      const names: string[] = [];
      const parts = segmentsOf(pattern);
      let node = root;
      let place: 'leaf' | 'rest' = 'leaf';
      parts.forEach((part, index) => {
        const [, kind, name = ''] = /^([:*])([a-z_]\w*)$/i.exec(part) || [];
        const issue = !kind
          ? /[:*?#]/.test(part) && `"${part}" is not fixed text, :name or *name`
          : names.includes(name)
            ? `The name "${name}" occurs twice`
            : kind === '*' && index + 1 < parts.length && `${part} must be the last segment`;
        if (issue) throw new TypeError(`Pattern "${pattern}": ${issue}.`);
        if (kind) names.push(name);
        if (kind === '*') place = 'rest';
        else if (kind) node = node.one = node.one || newNode();
        else {
          const text = decoded(part);
          const next = node.fixed.get(text) || newNode();
          node.fixed.set(text, next);
          node = next;
        }
      });
      node[place] = { target, names };
    },
    find(path) {
      const captured: string[] = [];
      const leaf = findLeaf(root, segmentsOf(path), 0, captured);
      if (!leaf) return undefined;
      const params = Object.create(null) as Record<string, string>;
      leaf.names.forEach((name, index) => (params[name] = captured[index]!));
      return { target: leaf.target, params };
    },
  };
}

/** Returns the segments; one slash at either end is ignored. */
function segmentsOf(path: string): string[] {
  const whole = withoutSlash(path).replace(/\/$/, '');
  return whole ? whole.split('/') : [];
}

/** Finds the best leaf with backtracking. Visits each node at most once. */
function findLeaf<Target>(
  node: Node<Target>,
  segments: readonly string[],
  at: number,
  captured: string[],
): Leaf<Target> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.leaf;
  const text = decoded(segment);
  const fixed = node.fixed.get(text);
  const viaFixed = fixed && findLeaf(fixed, segments, at + 1, captured);
  if (viaFixed) return viaFixed;
  if (segment && node.one) {
    const depth = captured.push(text);
    const viaOne = findLeaf(node.one, segments, at + 1, captured);
    if (viaOne) return viaOne;
    captured.length = depth - 1;
  }
  const rest = segments.slice(at);
  if (!node.rest || !rest.join('/')) return undefined;
  captured.push(rest.map(decoded).join('/'));
  return node.rest;
}
