import type { Environment } from './config.ts';

/**
 * How a command that people paste begins. In a checkout that npm has started, and in a project that has the package without a
 * global installation, only npx finds the program.
 */
export function programName(environment: Environment, isCheckout: boolean): string {
  return isCheckout || environment.npm_command === 'exec' ? 'npx smartlink' : 'smartlink';
}
