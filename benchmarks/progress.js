const started = performance.now();

/** Reports progress on standard error; standard output contains only the result. */
export function say(text) {
  const seconds = Math.floor((performance.now() - started) / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  process.stderr.write(`${clock.padStart(6)}  ${text}\n`);
}

/** Reports the progress of a long operation every two seconds. */
export function progressOf(what, total) {
  let last = performance.now();
  return (done) => {
    const now = performance.now();
    if (now - last < 2000) return;
    last = now;
    say(`${what}: ${Math.floor((done / total) * 100)} %`);
  };
}

/** @param {number} value */
export const count = (value) => value.toLocaleString('en-US');
