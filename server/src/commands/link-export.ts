import { randomUUID } from 'node:crypto';
import { createWriteStream, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import {
  exportLinks,
  LINK_EXPORT_FORMATS,
  type LinkExportFormat,
} from '../actions/links/export-links.ts';
import type { OperatorCommand } from './command.ts';
import { linkFilterOf, withLinkFilter, type FilterOptions } from './link-filter.ts';
import { say } from './report.ts';
import { stopSignals } from './stop-signals.ts';

interface ExportOptions extends FilterOptions {
  readonly format: LinkExportFormat;
  readonly out?: string;
  readonly json?: boolean;
}

export function exportCommand(link: OperatorCommand): void {
  const { terminal } = link;
  withLinkFilter(
    link
      .command('export')
      .description('write the smart links of an app as CSV or NDJSON, newest first'),
  )
    .addOption(
      new Option('--format <format>', 'csv or ndjson').choices(LINK_EXPORT_FORMATS).default('csv'),
    )
    .option('--out <file>', 'the file to write; default: standard output')
    .refuses(({ json, out }: ExportOptions) =>
      json && out === undefined ? '--json needs --out <file>, or use --format ndjson' : undefined,
    )
    .onApp(async ({ ctx, app }, options: ExportOptions) => {
      const { format, out } = options;
      const count = { links: format === 'csv' ? -1 : 0 };
      const lines = counted(
        exportLinks(ctx, app.id, linkFilterOf(options, ctx.now()), format),
        count,
      );
      if (out === undefined) {
        // A reader that stops early, such as `head`, is not an error.
        const isComplete = await writeTo(terminal.stdout, lines);
        if (!isComplete) return { json: undefined, text: undefined };
      } else {
        await writeFile(out, lines);
      }
      const text = `${count.links} ${count.links === 1 ? 'link' : 'links'} exported`;
      if (out === undefined) say(terminal, text);
      return {
        json: { file: out, format, links: count.links },
        text: out === undefined ? undefined : `${out}: ${text}`,
      };
    });
}

/** Counts the lines: the heading is one too. */
async function* counted(
  lines: AsyncIterable<string>,
  count: { links: number },
): AsyncGenerator<string, void, void> {
  for await (const line of lines) {
    count.links++;
    yield line;
  }
}

/**
 * Waits for the reader, so that the memory does not depend on the number of links. Returns false if the reader closed the
 * stream.
 */
async function writeTo(stream: Writable, lines: AsyncIterable<string>): Promise<boolean> {
  try {
    await pipeline(Readable.from(lines), stream, { end: false });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return false;
    throw error;
  }
}

/**
 * Writes a `.partial` file and renames it, so that `file` is always complete. Both have mode 0600. Devices and pipes, such
 * as `/dev/stdout`, are written directly.
 */
async function writeFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing?.isFile() === false) {
    return pipeline(Readable.from(lines), createWriteStream(file));
  }
  // The target of a symbolic link is replaced, not the link.
  const target = existing ? realpathSync(file) : file;
  // Another export can write to the same file, also from another container with the same process id.
  const partial = `${target}.${randomUUID()}.partial`;
  const stop = stopSignals();
  try {
    const stream = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(lines), stream, { signal: stop.signal });
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    stop.signal.throwIfAborted();
    const { message } = error as Error;
    if (!message.includes(partial)) throw error;
    throw new Error(message.replaceAll(partial, target), { cause: error });
  } finally {
    stop.release();
  }
}
