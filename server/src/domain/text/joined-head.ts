/** The same bytes; the first chunk is joined with the next ones until `isComplete`, or until there are no more. */
export async function* joinedHead(
  chunks: AsyncIterable<Buffer>,
  isComplete: (head: Buffer) => boolean,
): AsyncGenerator<Buffer, void, void> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (!isComplete(head)) continue;
    yield head;
    head = undefined;
  }
  if (head !== undefined) yield head;
}
