/** Puts a text on the clipboard, on plain http too; false: the browser did not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Not there on plain http, where many try the service first.
    if (navigator.clipboard === undefined) return copyTheOldWay(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyTheOldWay(text);
  }
}

function copyTheOldWay(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
