let discarding = false;

/** Loads the page again without asking whether to keep unsaved changes. */
export function reloadPage(): void {
  discarding = true;
  location.reload();
}

export function isDiscarding(): boolean {
  return discarding;
}
