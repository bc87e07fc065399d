/** The levels of pino. */
const LEVELS: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

interface Entry {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** A JSON line of the log as text for people: time, level, message and fields, then the stack of an error. */
export function textLine(json: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as Entry;
  const rest = Object.entries(fields)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('');
  const stack = err && `\n${(err.stack ?? err.message ?? '').replaceAll(/^/gm, '  ')}`;
  // A line break or an escape sequence in a value must not look like a line of its own.
  const line = (time + ` ${(LEVELS[level] ?? String(level)).padEnd(5)} ${msg}${rest}`).replaceAll(
    // oxlint-disable-next-line no-control-regex -- these are what must not reach a terminal
    /[\u0000-\u001f\u007f-\u009f]/g,
    ' ',
  );
  return `${line}${stack ?? ''}\n`;
}
