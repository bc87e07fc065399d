import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '#server/test/harness.ts';
import { findBrowser } from './find-browser.ts';
import { describeInBrowser } from './open-browser.ts';

function program(...path: string[]): string {
  const file = join(temporaryFolder(), ...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

describe('a browser is found', () => {
  it('at the path in CHROME', () => {
    const CHROME = program('my-browser');
    const PATH = dirname(program('chromium'));
    assert.equal(findBrowser({ CHROME, PATH }), CHROME);
  });

  it('only at the path in CHROME, if it is set', () => {
    const PATH = dirname(program('chromium'));
    const CHROME = '/not/there';
    assert.throws(
      () => findBrowser({ CHROME, PATH }),
      /^Error: CHROME names a file .*\/not\/there/,
    );
    assert.throws(() => findBrowser({ CHROME: temporaryFolder(), PATH }), /cannot be run/);
  });

  it('without windows, if both are installed', () => {
    const shell = program('chromium-headless-shell');
    writeFileSync(join(dirname(shell), 'chromium'), '#!/bin/sh\n', { mode: 0o755 });
    assert.equal(findBrowser({ PATH: dirname(shell) }, 'linux'), shell);
  });

  for (const name of [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]) {
    it(`on the PATH as ${name}`, () => {
      const found = program(name);
      const PATH = ['', temporaryFolder(), dirname(found)].join(delimiter);
      assert.equal(findBrowser({ PATH }, 'linux'), found);
    });
  }

  it('in the application folders of macOS', { skip: process.platform === 'win32' }, () => {
    const app = 'Applications/Chromium.app/Contents/MacOS/Chromium';
    const found = program(app);
    const HOME = found.slice(0, -app.length - 1);
    // If this machine has a browser for all users in /Applications, it comes first.
    assert.match(findBrowser({ HOME, PATH: '' }, 'darwin') ?? '', /(?:Chromium|Google Chrome)$/);
    assert.equal(findBrowser({ HOME, PATH: '' }, 'linux'), undefined);
  });

  it('in the program folders of Windows', () => {
    const path = join('Google', 'Chrome', 'Application', 'chrome.exe');
    const found = program(path);
    const PROGRAMFILES = found.slice(0, -path.length - 1);
    assert.equal(findBrowser({ PROGRAMFILES }, 'win32'), found);
  });

  it('not in empty folders', () => {
    assert.equal(findBrowser({ PATH: temporaryFolder(), HOME: temporaryFolder() }), undefined);
  });
});

describeInBrowser('the browser', (browser) => {
  it('shows a page', async () => {
    const page = await browser().newPage();
    await page.setContent('<title>Here it is</title>');
    assert.equal(await page.title(), 'Here it is');
    await page.close();
  });
});
