/** V8 copies shorter parts by itself. */
const MIN_LENGTH = 13;

/**
 * Returns an equal text that shares no memory with another one. V8 cuts a part of a text without copying it, and then keeps
 * the whole text as long as the part. So what is kept of a long header or address must be copied.
 */
export function copied(text: string): string {
  return text.length < MIN_LENGTH ? text : Buffer.from(text).toString();
}
