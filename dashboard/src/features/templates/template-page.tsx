export function TemplatePage() {
  return null;
}

export function NewTemplatePage() {
  return null;
}
