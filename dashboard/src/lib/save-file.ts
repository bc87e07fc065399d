/** Saves a file on the computer of the user, as a download. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The download has started after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
