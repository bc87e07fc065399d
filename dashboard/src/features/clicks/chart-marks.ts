import type { ClickMark } from '../../api/types.ts';

/** The texts of what happened, by the index of the point of the chart. */
export type PointMarks = ReadonlyMap<number, readonly string[]>;

/** `points`: in the order of time; starts are in milliseconds since 1970-01-01 UTC. */
export function marksByPoint(
  marks: readonly ClickMark[],
  points: readonly { readonly start: number }[],
  textOf: (mark: ClickMark) => string,
): PointMarks {
  const found = new Map<number, string[]>();
  for (const mark of marks) {
    const at = Date.parse(mark.at);
    const index = points.findLastIndex(({ start }) => start <= at);
    if (index === -1) continue;
    const texts = found.get(index);
    if (texts) texts.push(textOf(mark));
    else found.set(index, [textOf(mark)]);
  }
  return found;
}

/** Marks that are drawn as one. */
export interface MarkGroup {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Groups marks whose points are nearer than `least`, a distance in points. */
export function markGroups(marks: PointMarks, least: number): MarkGroup[] {
  const groups: MarkGroup[] = [];
  for (const [index, texts] of [...marks].toSorted(([a], [b]) => a - b)) {
    const before = groups.at(-1);
    if (before && index - before.last < least) {
      groups[groups.length - 1] = {
        first: before.first,
        last: index,
        count: before.count + texts.length,
      };
    } else groups.push({ first: index, last: index, count: texts.length });
  }
  return groups;
}

/** Some texts, and how many there are besides. */
export function fewTexts(
  texts: readonly string[],
  most: number,
  more: (count: number) => string,
): string[] {
  if (texts.length <= most) return [...texts];
  return [...texts.slice(0, most - 1), more(texts.length - most + 1)];
}
