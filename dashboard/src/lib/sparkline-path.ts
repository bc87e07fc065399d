/** The path of a line through values from left to right, in a box of this size. The smallest value is zero. */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  const most = Math.max(1, ...values);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values
    .map((value, index) => {
      const [x, y] = [index * step, height * (1 - value / most)];
      return `${index === 0 ? 'M' : 'L'}${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`;
    })
    .join('');
}
