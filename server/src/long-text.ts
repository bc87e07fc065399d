import { yieldToEventLoop } from './time-slices.ts';

/** The number of characters to join at once. */
const BLOCK_LENGTH = 64 * 1024;

/** Pieces of a long text as blocks of UTF-8. Lets other work run between blocks. */
export async function* blocksOf(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < BLOCK_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
    await yieldToEventLoop();
  }
  if (text !== '') yield Buffer.from(text);
}

/** Joins the pieces as UTF-8. Lets other work run in between. */
export async function bytesOf(pieces: Iterable<string>): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for await (const block of blocksOf(pieces)) blocks.push(block);
  return Buffer.concat(blocks);
}
