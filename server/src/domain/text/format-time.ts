/** Formats a time for the API and for commands: RFC 3339, UTC. */
export function formatTime(at: number): string {
  return new Date(at).toISOString();
}

export function formatTimeOrNull(at: number | null): string | null {
  return at === null ? null : formatTime(at);
}
