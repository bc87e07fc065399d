/** One thing that was other before. */
export interface Difference {
  /** Where, from the outside in: `['routes', 'web', 'link']`. */
  readonly path: readonly string[];
  /** Undefined: not present. */
  readonly before: unknown;
  readonly after: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** The depth to which a field is compared. */
const DEPTH: Readonly<Record<string, number>> = { routes: 2, social: 1, metadata: 1 };

/** Everything that differs between two states of a link, or between parts of them. */
export function differences(before: Fields | null, after: Fields | null): Difference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name) =>
    within([name], before?.[name], after?.[name], DEPTH[name] ?? 0),
  );
}

function within(
  path: readonly string[],
  before: unknown,
  after: unknown,
  depth: number,
): Difference[] {
  if (isSame(before, after)) return [];
  const inside = depth > 0 && isFields(before ?? {}) && isFields(after ?? {});
  if (!inside || (isNothing(before) && isNothing(after))) {
    return [{ path, before: before ?? undefined, after: after ?? undefined }];
  }
  const [old, now] = [(before ?? {}) as Fields, (after ?? {}) as Fields];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].flatMap((name) => within([...path, name], old[name], now[name], depth - 1));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Is it about something that `change`, the body of a change, would set? */
export function touches(change: Fields, { path: [name, platform] }: Difference): boolean {
  if (name === undefined || !(name in change)) return false;
  const { [name]: value } = change;
  return name !== 'routes' || platform === undefined || !isFields(value) || platform in value;
}

/** Is the initial value of a field worth showing? */
export function isMeaningful({ after }: Difference): boolean {
  if (after === undefined || after === false || after === '') return false;
  return !(Array.isArray(after) && after.length === 0);
}

/** Do people see it? Outside of metadata an empty text is as good as none: a route has no fallback then. */
export function isVisible({ path: [name], before, after }: Difference): boolean {
  return name === 'metadata' || [before, after].some((value) => value !== '' && !isNothing(value));
}
