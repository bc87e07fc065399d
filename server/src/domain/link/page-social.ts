import { Parser } from 'htmlparser2';
import { displayTextIssue, isLongerThan } from '../text/text.ts';
import { MAX_URI_LENGTH } from '../text/uri.ts';
import { webAddressIssue } from './route.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from './social.ts';

/** The tags of a page that are read; a real head has fewer. It bounds the depth, and so the time, of a hostile page. */
const MAX_TAGS = 1000;
/** What is kept of a text before it is shortened. */
const MAX_KEPT = 4 * MAX_URI_LENGTH;

/** What a page says about itself; `null`: nothing that a social preview could show. */
export interface PageSocial {
  readonly title: string | null;
  readonly description: string | null;
  readonly image: string | null;
}

/** The names of `<meta>` for each field, the best first. */
const NAMES = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  image: ['og:image', 'og:image:secure_url', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const;
const KNOWN = new Set<string>(Object.values(NAMES).flat());

/** Reads the head of a page as its text arrives. */
export class PageReader {
  readonly #found = new Map<string, string>();
  readonly #parser: Parser;
  #tags = 0;
  #title: string | undefined;
  #inTitle = false;
  #done = false;

  constructor() {
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: (text) => this.#text(text),
      onclosetag: (name) => this.#close(name),
    });
  }

  /** Whether the head is over, so that the rest of the page says nothing more. */
  get done(): boolean {
    return this.#done;
  }

  write(text: string): void {
    if (!this.#done) this.#parser.write(text);
  }

  /** What was found, within the limits of a social preview. `address` is that of the page. */
  result(address: string): PageSocial {
    return {
      title: shown(this.#best('title') ?? unbroken(this.#title), MAX_TITLE_LENGTH),
      description: shown(this.#best('description'), MAX_DESCRIPTION_LENGTH),
      image: imageAddress(this.#best('image'), address),
    };
  }

  #best(field: keyof typeof NAMES): string | undefined {
    const name = NAMES[field].find((one) => this.#found.has(one));
    return name === undefined ? undefined : this.#found.get(name);
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#done) return;
    if (name === 'body' || ++this.#tags > MAX_TAGS) return this.#end();
    if (name === 'title' && this.#title === undefined) {
      this.#title = '';
      this.#inTitle = true;
    }
    if (name !== 'meta') return;
    const key = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase();
    const content = unbroken(attributes['content'])?.slice(0, MAX_KEPT).trim() ?? '';
    if (content !== '' && KNOWN.has(key) && !this.#found.has(key)) this.#found.set(key, content);
  }

  #text(text: string): void {
    if (!this.#inTitle || this.#title === undefined || this.#title.length > MAX_KEPT) return;
    this.#title += text.slice(0, MAX_KEPT);
  }

  #close(name: string): void {
    if (name === 'title') this.#inTitle = false;
    if (name === 'head') this.#end();
  }

  #end(): void {
    this.#done = true;
    this.#parser.pause();
  }
}

/** Undefined for a text with a character that could not be decoded. */
function unbroken(text: string | undefined): string | undefined {
  return text?.includes('\ufffd') ? undefined : text;
}

/** A text without what a social preview refuses, of at most `limit` characters. */
function shown(text: string | undefined, limit: number): string | null {
  if (text === undefined) return null;
  const plain = Array.from(text.toWellFormed().replaceAll(/\s+/g, ' '))
    .filter((character) => displayTextIssue(character) === undefined)
    .join('')
    .trim();
  if (plain === '') return null;
  if (!isLongerThan(plain, limit)) return plain;
  const start = Array.from(plain)
    .slice(0, limit - 1)
    .join('');
  return `${start.trimEnd()}…`;
}

function imageAddress(text: string | undefined, address: string): string | null {
  if (text === undefined || !URL.canParse(text, address)) return null;
  const { href } = new URL(text, address);
  if (isLongerThan(href, MAX_URI_LENGTH) || webAddressIssue(href) !== undefined) return null;
  return href;
}
