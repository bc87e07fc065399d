/** Stores a text in this browser. False: the storage is full. Nothing that the dashboard stores is necessary. */
export function keepItem(
  key: string,
  text: string,
  storage: Pick<Storage, 'setItem'> = localStorage,
): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
