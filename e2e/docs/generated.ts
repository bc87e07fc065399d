const START = '<!-- generated -->';
const END = '<!-- end of what is generated -->';

/** The part of a page that a test generates and checks. */
export const GENERATED_PART = new RegExp(`${START}\\n([\\s\\S]*?)\\n${END}`);

/** Returns the page with its generated part replaced. */
export function withGenerated(page: string, text: string): string {
  return page.replace(GENERATED_PART, () => `${START}\n\n${text}\n\n${END}`);
}
