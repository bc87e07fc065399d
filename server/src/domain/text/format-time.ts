/** The last result: what is created or listed together often has the same time. */
let lastAt = NaN;
let lastText = '';

/** Formats a time for the API and for commands: RFC 3339, UTC. */
export function formatTime(at: number): string {
  if (at !== lastAt) {
    lastText = new Date(at).toISOString();
    lastAt = at;
  }
  return lastText;
}

export function formatTimeOrNull(at: number | null): string | null {
  return at === null ? null : formatTime(at);
}
