const started = performance.now();

/** Tells the person who waits what goes on; standard output is for the result alone. */
export function say(text) {
  const seconds = Math.floor((performance.now() - started) / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  process.stderr.write(`${clock.padStart(6)}  ${text}\n`);
}

/** Says how far something long has come, every two seconds. */
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
