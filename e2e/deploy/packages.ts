import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { parse, type Node } from 'acorn';
import { ROOT } from '#server/test/harness.ts';

/** The parts of package.json that matter for what is published. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly files: readonly string[];
  readonly repository?: unknown;
  readonly homepage?: unknown;
  readonly bugs?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Packed {
  readonly manifest: Manifest;
  /** The file that npm would upload. */
  readonly tarball: string;
  /** The paths of its files in the package. */
  readonly files: readonly string[];
}

export const PUBLISHED = ['client', 'dashboard', 'server'] as const;

export const manifestOf = (workspace: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8')) as Manifest;

/** Packs what is built, all packages with one command. */
export function packAll(folder: string): Map<string, Packed> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const output = execFileSync('npm', [...args, ...PUBLISHED.flatMap((name) => ['-w', name])], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 16 * 1024 * 1024,
  });
  // Older versions of npm print a list, newer ones an object with the names as keys.
  const packed = Object.values(
    JSON.parse(output) as Record<
      string,
      { name: string; filename: string; files: { path: string }[] }
    >,
  );
  return new Map(
    PUBLISHED.map((workspace) => {
      const manifest = manifestOf(workspace);
      const one = packed.find(({ name }) => name === manifest.name);
      if (one === undefined) throw new Error(`npm pack left out ${manifest.name}`);
      const tarball = join(folder, one.filename);
      return [workspace, { manifest, tarball, files: one.files.map(({ path }) => path) }];
    }),
  );
}

/** The names of the packages that a file of JavaScript imports, requires or resolves. */
export function importedPackages(file: string): Set<string> {
  const names = new Set<string>();
  const program = parse(readFileSync(file, 'utf8'), {
    ecmaVersion: 'latest',
    sourceType: 'module',
  });
  visit(program, (node) => {
    for (const specifier of literals(specifierOf(node))) {
      const name = packageName(specifier);
      if (name !== undefined) names.add(name);
    }
  });
  return names;
}

/** A node of any type; acorn has a type for each. */
type AnyNode = Node & Record<string, unknown>;

function visit(node: unknown, see: (node: AnyNode) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    see(node as AnyNode);
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value, see);
  }
}

/** The expression that names what a node imports, requires or resolves. */
function specifierOf(node: AnyNode): AnyNode | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return (node.source as AnyNode | null) ?? undefined;
    case 'CallExpression': {
      const callee = node.callee as AnyNode;
      const property = (callee.property as { name?: string } | undefined)?.name;
      const isRequire =
        /^(?:__)?require\d*$/.test(String(callee.name)) ||
        property === 'resolve' ||
        (callee.callee as { name?: string } | undefined)?.name === 'createRequire';
      return isRequire ? (node.arguments as AnyNode[])[0] : undefined;
    }
    default:
      return undefined;
  }
}

/** The values that an expression can have, as far as they are in the code. */
function literals(node: AnyNode | undefined): unknown[] {
  if (node === undefined) return [];
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((one) => literals(one as AnyNode));
  return 'value' in node ? [node.value] : [];
}

function packageName(specifier: unknown): string | undefined {
  if (typeof specifier !== 'string' || isBuiltin(specifier)) return undefined;
  return /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?=\/|$)/.exec(specifier)?.[0];
}
