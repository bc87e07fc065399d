export function NewLinkPage() {
  return null;
}
