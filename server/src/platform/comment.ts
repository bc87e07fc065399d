/**
 * Finds the part of a user agent that describes the device: its first comment, `Linux; Android 12; CUBOT P80
 * Build/X` in `Mozilla/5.0 (Linux; Android 12; CUBOT P80 Build/X) AppleWebKit/537.36 …`. Some programs remove
 * the parentheses; the part then ends before the name of the engine.
 *
 * @returns start and end index, or undefined if there is none. Takes time linear in the length.
 */
export function findDeviceComment(agent: string): { start: number; end: number } | undefined {
  const engine = agent.indexOf(' AppleWebKit/');
  const open = agent.indexOf('(');
  if (engine !== -1 && (open === -1 || open > engine)) {
    const start = agent.indexOf(' ') + 1;
    return start < engine ? { start, end: engine } : undefined;
  }
  if (open === -1) return undefined;
  let depth = 0;
  for (let at = open; at < agent.length; at++) {
    if (agent[at] === '(') depth++;
    if (agent[at] === ')' && --depth === 0) return { start: open + 1, end: at };
  }
  return { start: open + 1, end: agent.length };
}
