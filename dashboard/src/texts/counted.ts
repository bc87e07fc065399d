const count = new Intl.NumberFormat(undefined);

/** A number in the format of the user's locale: "12,000". */
export function number(value: number): string {
  return count.format(value);
}

/** "1 link", "3 links". */
export function counted(value: number, one: string, many: string): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}
