import { readFileSync } from 'node:fs';

// Newer than the types of the oldest supported Node.js.
const { threadCpuUsage } = process as typeof process & {
  threadCpuUsage?: () => { readonly user: number; readonly system: number };
};

/**
 * CPU time of this thread, which must be the main one, in milliseconds; of the whole process if the system does
 * not provide it.
 */
export function cpuTime(): number {
  if (!threadCpuUsage && process.platform === 'linux') {
    const [nanoseconds] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  }
  const { user, system } = threadCpuUsage ? threadCpuUsage.call(process) : process.cpuUsage();
  return (user + system) / 1000;
}
