/** Loads the editor of metadata, which is larger than the rest of the dashboard: only when it is opened. */
export function loadMetadata() {
  return import('../metadata/metadata-document.tsx');
}
