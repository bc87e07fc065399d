/** A visitor page in a frame of the dashboard, for viewing only. */

export type PreviewTheme = 'light' | 'dark';

/**
 * The page in one theme, independent of the system, and without links that leave the frame, so that no other
 * website opens inside the settings.
 */
export function framed(html: string, theme: PreviewTheme): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll('script, meta[http-equiv]')) script.remove();
  for (const way of page.querySelectorAll('a[href], area[href]')) way.removeAttribute('href');
  for (const style of page.querySelectorAll('style')) {
    style.textContent = style.textContent.replaceAll(
      /@media\s*\(prefers-color-scheme:\s*(dark|light)\)/g,
      (_, wanted: string) => (wanted === theme ? '@media all' : '@media not all'),
    );
  }
  const scheme = page.createElement('style');
  scheme.textContent = `:root{color-scheme:${theme}!important}`;
  page.head.append(scheme);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
