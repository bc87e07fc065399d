/** The JSON object in a stored text; empty if there is none, or if the text cannot be read. */
export function storedObject(read: () => string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(read() ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
