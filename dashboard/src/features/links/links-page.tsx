export function LinksPage() {
  return null;
}
