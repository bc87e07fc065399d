import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '#server/test/harness.ts';

/** The part of Markdown that the documentation checks need. */

export interface Heading {
  readonly level: number;
  /** Without Markdown markup: `token create` for ## `token create`. */
  readonly title: string;
  /** The fragment of a link to this heading, without `#`. */
  readonly anchor: string;
  readonly line: number;
}

export interface Fence {
  readonly language: string;
  readonly text: string;
  /** The first line inside the fence, counted from 1. */
  readonly line: number;
  /** The text between the previous fence or heading and this fence. */
  readonly before: string;
}

export interface Page {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  readonly lines: readonly string[];
  readonly headings: readonly Heading[];
  readonly fences: readonly Fence[];
  /** Lines outside of fences, with their numbers. */
  readonly prose: readonly (readonly [line: number, text: string])[];
}

const NOT_OURS = /^(?:node_modules|dist|data|\.git)$/;

/** All files of the repository with one of these endings, relative to its root. */
export function ourFiles(...endings: string[]): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(folder)
      .filter((name) => !NOT_OURS.test(name))
      .map((name) => join(folder, name))
      .flatMap((path) => (statSync(path).isDirectory() ? walk(path) : [path]));
  return walk(ROOT)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => relative(ROOT, path).replaceAll('\\', '/'))
    .toSorted();
}

export function readPage(path: string): Page {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
  const headings: Heading[] = [];
  const fences: Fence[] = [];
  const prose: [number, string][] = [];
  let before: string[] = [];
  let open: { language: string; line: number; text: string[] } | undefined;
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (open) {
      if (text.trim() !== '```') {
        open.text.push(text);
        continue;
      }
      fences.push({ ...open, text: open.text.join('\n'), before: before.join('\n') });
      open = undefined;
      before = [];
      continue;
    }
    const fence = /^\s*```(\S*)/.exec(text);
    const heading = /^(#+) (.*)$/.exec(text);
    if (fence) open = { language: fence[1] ?? '', line: line + 1, text: [] };
    else prose.push([line, text]);
    if (heading) {
      headings.push(headingOf(heading[1] ?? '', heading[2] ?? '', line, headings));
      before = [];
    } else {
      before.push(text);
    }
  }
  if (open) throw new Error(`${path}:${open.line}: a fence is not closed`);
  return { path, lines, headings, fences, prose };
}

function headingOf(marks: string, text: string, line: number, known: readonly Heading[]): Heading {
  const title = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
  const twins = known.filter(({ anchor }) => anchor.replace(/-\d+$/, '') === plain).length;
  return {
    level: marks.length,
    title,
    anchor: twins === 0 ? plain : `${plain}-${twins}`,
    line,
  };
}

/** The text of each section of one heading level, by its title. */
export function sections(page: Page, level: number): Map<string, string> {
  const found = new Map<string, string>();
  for (const heading of page.headings.filter((one) => one.level === level)) {
    const next = page.headings.find((one) => one.line > heading.line && one.level <= level);
    const end = next ? next.line - 1 : page.lines.length;
    found.set(heading.title, page.lines.slice(heading.line, end).join('\n'));
  }
  return found;
}

/** The targets of links and images, with their line numbers. */
export function linksOf(page: Page): { target: string; line: number }[] {
  return page.prose.flatMap(([line, text]) =>
    [...text.replace(/`[^`]*`/g, '``').matchAll(/\]\(([^)\s]+)\)/g)].map((found) => ({
      target: found[1] ?? '',
      line,
    })),
  );
}

export function exists(path: string): boolean {
  return existsSync(join(ROOT, path));
}
