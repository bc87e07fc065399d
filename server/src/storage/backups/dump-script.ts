import { joinedHead } from '../../domain/text/joined-head.ts';

/**
 * `pg_restore` 17 and newer sets it, and older servers refuse what they do not know. Its value, 0, is the default.
 */
const UNKNOWN_SETTING = 'SET transaction_timeout = 0;\n';
/** The first statement that is not a setting: later, a line can be data. */
const CONTENT = /^(?:ALTER|COPY|CREATE) /m;

/** A script of `pg_restore` that servers of earlier versions can run. */
export async function* portableScript(script: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isHead = true;
  for await (const chunk of joinedHead(script, (head) => CONTENT.test(head.toString('latin1')))) {
    yield isHead ? withoutSetting(chunk) : chunk;
    isHead = false;
  }
}

function withoutSetting(head: Buffer): Buffer {
  // Keeps every byte.
  const text = head.toString('latin1');
  const end = CONTENT.exec(text)?.index ?? text.length;
  const at = `\n${text.slice(0, end)}`.indexOf(`\n${UNKNOWN_SETTING}`);
  if (at === -1) return head;
  return Buffer.from(text.slice(0, at) + text.slice(at + UNKNOWN_SETTING.length), 'latin1');
}

/**
 * The schemas in a list of `pg_restore` that have tables of links or of clicks. A dump of an earlier version contains all
 * schemas of its database.
 */
export function schemasIn(list: string): string[] {
  // Of the data of a table, the first number is 0.
  const tables = list.matchAll(/^\d+; 1259 \d+ TABLE (.+) (?:click_)?migrations(?: .*)?$/gm);
  return [...new Set(Array.from(tables, ([, schema = '']) => schema))];
}
