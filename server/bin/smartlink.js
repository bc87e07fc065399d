#!/usr/bin/env node
import { existsSync } from 'node:fs';

// In a source checkout the program is brought up to date first; a published package has no source.
const prepare = new URL('../../scripts/prepare.js', import.meta.url);
if (existsSync(new URL('../src', import.meta.url)) && existsSync(prepare)) {
  const { prepared } = await import(prepare.href);
  await prepared();
}
await import('../dist/program/main.js');
