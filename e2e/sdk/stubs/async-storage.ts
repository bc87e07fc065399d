const items = new Map<string, string>();

/** Has the documented types of @react-native-async-storage/async-storage. */
export interface AsyncStorageStatic {
  getItem(
    key: string,
    callback?: (error?: Error | null, result?: string | null) => void,
  ): Promise<string | null>;
  setItem(key: string, value: string, callback?: (error?: Error | null) => void): Promise<void>;
  removeItem(key: string, callback?: (error?: Error | null) => void): Promise<void>;
}

const nextTick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

const AsyncStorage: AsyncStorageStatic = {
  async getItem(key) {
    await nextTick();
    return items.get(key) ?? null;
  },
  async setItem(key, value) {
    await nextTick();
    items.set(key, value);
  },
  async removeItem(key) {
    await nextTick();
    items.delete(key);
  },
};

// oxlint-disable-next-line import/no-default-export -- as the package has it
export default AsyncStorage;
