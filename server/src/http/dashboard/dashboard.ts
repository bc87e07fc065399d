import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { html } from '../../pages/html.ts';
import { fail } from '../../problem.ts';

/** Scripts, workers, styles and requests of the dashboard have this origin only. */
const policy = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`.trim(),
    // The JSON editor and the component library set styles from their scripts.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const hashesOf = (page: string): readonly string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'cross-origin-opener-policy': 'same-origin',
};

/** `/dashboard/`: one page for every address below it, and its files. */
export async function serveDashboard(server: FastifyInstance, ctx: Context): Promise<void> {
  const folder = builtFolder();
  const page = folder === undefined ? undefined : readFileSync(join(folder, 'index.html'), 'utf8');
  const headers = {
    ...PAGE_HEADERS,
    'content-security-policy': policy(hashesOf(page ?? '')),
  };
  const sendIndex = (_request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (page === undefined) fail('not_found', 'The dashboard is not built: run `npm run build`.');
    // Addresses of the dashboard have several levels; relative addresses of files and the API start here.
    const { basePath, baseUrl } = ctx.own();
    const base = `${basePath}/dashboard/`;
    // At another host, the dashboard leads to this address instead of a sign-in that would be refused.
    const head = html`<head><base href="${base}"><meta name="smartlink-url" content="${baseUrl}">`;
    return reply.headers(headers).send(page.replace(/<head>/, () => head.toString()));
  };
  server.get('/dashboard', sendIndex);
  server.get('/dashboard/*', sendIndex);
  if (folder === undefined) return;
  await server.register(fastifyStatic, {
    root: join(folder, '_assets'),
    // No app has this name, so it hides no page of an app.
    prefix: '/dashboard/_assets/',
    // File names change with their content.
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    decorateReply: false,
  });
}

export function isDashboardBuilt(): boolean {
  return builtFolder() !== undefined;
}

/** The folder of the built dashboard: of its package in this workspace, or installed. */
function builtFolder(): string | undefined {
  try {
    const found = createRequire(import.meta.url).resolve('@smartlink/dashboard/package.json');
    const folder = join(dirname(found), 'dist');
    return existsSync(join(folder, 'index.html')) ? folder : undefined;
  } catch {
    return undefined;
  }
}
