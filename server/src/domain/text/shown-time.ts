/** Formats a time for the API and for commands: RFC 3339, UTC. */
export function shownTime(at: number): string {
  return new Date(at).toISOString();
}

export function shownTimeOrNull(at: number | null): string | null {
  return at === null ? null : shownTime(at);
}
