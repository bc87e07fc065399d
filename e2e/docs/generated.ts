const START = '<!-- generated -->';
const END = '<!-- end of what is generated -->';

/** The part of a page that a test writes, and checks. */
export const GENERATED = new RegExp(`${START}\\n([\\s\\S]*?)\\n${END}`);

/** A page with another text in this part. */
export function withGenerated(page: string, text: string): string {
  return page.replace(GENERATED, () => `${START}\n\n${text}\n\n${END}`);
}
