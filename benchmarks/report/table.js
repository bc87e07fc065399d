/** Returns a table in Markdown. */
export function table(heading, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The first lines of a result: how it was measured, and on what. */
export function introduction(how, short, properties) {
  return [
    `Measured ${new Date().toISOString().slice(0, 10)}: ${how}`,
    short ? '\n**A short run: compare its CPU times; its p99 and slowest requests vary.**' : '',
    '',
    ...Object.entries(properties).map(([name, value]) => `- ${name}: ${value}`),
    '',
  ];
}
