export interface NamedLink {
  readonly code: string;
  /** The name that editors gave the link. */
  readonly name?: string | null | undefined;
}

/** Whole characters, also those of two UTF-16 units. */
const BEGINNING = /^.{0,60}/su;

/** `name-code.png`, or `code.png`. */
export function fileNameOf({ code, name }: NamedLink, extension: string): string {
  const words = (name ?? '').normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const start = BEGINNING.exec(words.join('-'))?.[0] ?? '';
  const readable = start.replace(/-+$/, '');
  return `${readable === '' ? '' : `${readable}-`}${code}.${extension}`;
}

/**
 * The names of the files of links, in their order. Codes can differ only in case, but names of files cannot: some
 * systems would replace the first file by the second.
 */
export function fileNamesOf(links: readonly NamedLink[], extension: string): string[] {
  const used = new Set<string>();
  return links.map((link) => {
    for (let n = 1; ; n += 1) {
      const name = fileNameOf(link, n === 1 ? extension : `${n}.${extension}`);
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  });
}
