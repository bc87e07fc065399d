export function LookPage() {
  return null;
}
