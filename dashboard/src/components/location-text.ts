import { metadata as metadataTexts } from '../texts/metadata.ts';

/** Line and column, both starting at 1. */
export function locationText(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return metadataTexts.position(lines.length, (lines.at(-1)?.length ?? 0) + 1);
}
