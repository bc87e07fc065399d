export function PlatformsPage() {
  return null;
}
