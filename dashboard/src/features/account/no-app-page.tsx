export function NoAppPage() {
  return null;
}
