import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { newPath, start } from '../processes.js';
import { say } from '../progress.js';
import { freePort } from '../../scripts/free-port.js';

/** Returns the version of nginx; undefined if it is not installed. */
export function nginxVersion() {
  const { stderr, error } = spawnSync('nginx', ['-v'], { encoding: 'utf8' });
  return error ? undefined : /nginx\/([\d.]+)/.exec(stderr)?.[1];
}

/**
 * Starts nginx, which redirects every request to `location`, in one process and without a log; undefined if
 * it is not installed or does not start.
 * @returns {Promise<import('./service.js').Server | undefined>}
 */
export async function startNginx(location) {
  if (nginxVersion() === undefined) return undefined;
  const prefix = newPath('nginx');
  mkdirSync(prefix);
  const port = await freePort();
  const file = join(prefix, 'nginx.conf');
  writeFileSync(file, configuration(port, location));
  const child = start('nginx', ['-p', prefix, '-e', join(prefix, 'error.log'), '-c', file]);
  const up = await answers(child, port);
  if (up) return { child, pid: child.pid, port };
  say('nginx does not start; continuing without it');
  return undefined;
}

// With "master_process off", the worker is the process that was started.
function configuration(port, location) {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
master_process off;
pid nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${folders.map((name) => `${name}_temp_path ${name};`).join('\n  ')}
  keepalive_timeout 72s;
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    location / { return 302 ${location}; }
  }
}
`;
}

/** Waits until the port accepts connections; returns false if the program exits first. */
async function answers(child, port) {
  while (child.exitCode === null && child.signalCode === null) {
    const connected = await new Promise((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
      socket.on('connect', () => socket.destroy());
    });
    if (connected) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}
