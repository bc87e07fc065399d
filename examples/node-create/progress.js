const WIDTH = 30;

/**
 * Reports progress on standard error: as a bar on a terminal, otherwise as a line after each tenth.
 * @param {number} total
 * @param {NodeJS.WriteStream} [stream]
 */
export function createProgress(total, stream = process.stderr) {
  let done = 0;
  let note = '';

  const draw = () => {
    const filled = total === 0 ? WIDTH : Math.round((done / total) * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    // Return to the start of the line and clear the rest of it.
    stream.write(`\r${bar} ${done} of ${total}${note && `, ${note}`}\u001B[K`);
  };

  return {
    step() {
      done++;
      if (stream.isTTY) draw();
      else if (Math.floor((done * 10) / total) > Math.floor(((done - 1) * 10) / total)) {
        stream.write(`${done} of ${total}\n`);
      }
    },
    /** Shows a temporary problem. An empty text removes it. @param {string} text */
    note(text) {
      if (text === note) return;
      note = text;
      if (stream.isTTY) draw();
      else if (note) stream.write(`${note}\n`);
    },
    /** Prints a separate line, above the bar. @param {string} text */
    line(text) {
      stream.write(stream.isTTY ? `\r\u001B[K${text}\n` : `${text}\n`);
      if (stream.isTTY) draw();
    },
    /** Removes the bar until the next update. */
    clear() {
      if (stream.isTTY) stream.write('\r\u001B[K');
    },
  };
}
