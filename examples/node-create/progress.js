const WIDTH = 30;

/**
 * Says on standard error how far the work is: as a bar in a terminal, else as a line after each
 * tenth.
 * @param {number} total
 * @param {NodeJS.WriteStream} [stream]
 */
export function createProgress(total, stream = process.stderr) {
  let done = 0;
  let note = '';

  const draw = () => {
    const filled = total === 0 ? WIDTH : Math.round((done / total) * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    // Back to the start of the line, and away with the rest of what stood there.
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
    /** What is unusual now; empty when all is well again. @param {string} text */
    note(text) {
      if (text === note) return;
      note = text;
      if (stream.isTTY) draw();
      else if (note) stream.write(`${note}\n`);
    },
    /** A line of its own, above the bar. @param {string} text */
    line(text) {
      stream.write(stream.isTTY ? `\r\u001B[K${text}\n` : `${text}\n`);
      if (stream.isTTY) draw();
    },
    /** Takes the bar away until there is news. */
    clear() {
      if (stream.isTTY) stream.write('\r\u001B[K');
    },
  };
}
