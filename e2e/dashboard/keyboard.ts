import assert from 'node:assert/strict';
import type { Locator, Page as Tab } from 'playwright-core';
import { eventually } from '#server/test/processes.ts';
import { menuFocused } from './open-dashboard.ts';

/** More than any page has. */
const MAX_STEPS = 150;
/** A field for a date and a time has a stop for each part and one for its calendar. */
const MAX_STOPS = 8;

/** What has the focus. */
interface Focus {
  /** The name and the role, as far as they are attributes or text. */
  readonly name: string;
  readonly isBody: boolean;
  /** Another element had it before. */
  readonly hasMoved: boolean;
  /** Why a person cannot see where the focus is. */
  readonly unseen: string | undefined;
}

/** Uses a page with the keyboard alone, and checks after each key that the focus is visible and not lost. */
export class Keyboard {
  readonly #tab: Tab;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  async press(key: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time++) await this.#tab.keyboard.press(key);
    await this.isSeen(key);
  }

  async type(text: string): Promise<void> {
    await this.isInField();
    await this.#tab.keyboard.type(text);
    await this.isSeen(text);
  }

  /** Waits until a field has the focus: what opens moves it there. */
  async isInField(): Promise<void> {
    const isField = `document.activeElement?.matches('input, textarea, [contenteditable=true]') === true`;
    await eventually('a field has the focus', () => this.#tab.evaluate<boolean>(isField));
  }

  /** Presses Tab until an element with this name has the focus. Fails if the focus does not move on. */
  async tabTo(name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const passed: string[] = [];
    let stops = 0;
    for (let step = 0; step < MAX_STEPS; step++) {
      await this.#tab.keyboard.press(key);
      const focus = await this.#focus();
      // Behind the last element of a page, the browser has the focus.
      if (focus.isBody) continue;
      // The color of a border changes gradually.
      if (focus.unseen !== undefined) await this.isSeen(`${key} behind ${passed.at(-1)}`);
      if (name.test(focus.name)) return;
      stops = focus.name === passed.at(-1) && !focus.hasMoved ? stops + 1 : 1;
      assert.ok(stops <= MAX_STOPS, `the Tab key does not leave ${focus.name}`);
      passed.push(focus.name);
    }
    assert.fail(`the Tab key never reached ${name}; it reached ${passed.join(' | ')}`);
  }

  /** Chooses an item of a menu that is open. */
  async choose(name: RegExp): Promise<void> {
    await menuFocused(this.#tab);
    for (let step = 0; step < MAX_STEPS; step++) {
      await this.isSeen('opening a menu');
      if (name.test((await this.#focus()).name)) {
        await this.press('Enter');
        return;
      }
      await this.#tab.keyboard.press('ArrowDown');
    }
    assert.fail(`the arrow keys never reached ${name}`);
  }

  /** Presses Enter on an element and waits for what it opens. */
  async open(name: RegExp, opened: Locator): Promise<void> {
    await this.tabTo(name);
    await this.press('Enter');
    await opened.waitFor();
    await this.isSeen('Enter');
  }

  /** Waits until something has the focus and it is visible: a page that opens moves it. */
  async isSeen(after: string): Promise<void> {
    let focus: Focus | undefined;
    try {
      await eventually('the focus is visible', async () => {
        // While another document is loaded, nothing can be asked.
        focus = await this.#focus().catch(() => undefined);
        return focus?.isBody === false && focus.unseen === undefined;
      });
    } catch {
      assert.fail(`after ${after}, the focus is at ${focus?.name}: ${focus?.unseen ?? 'lost'}`);
    }
  }

  #focus(): Promise<Focus> {
    return this.#tab.evaluate(FOCUS);
  }
}

/** Runs in the page. An indicator is an outline, a shadow, a line or a border of the color of the theme. */
const FOCUS = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return { name: 'body', isBody: true, hasMoved: true };
  const labels = [...(element.labels ?? [])].map((label) => label.textContent);
  const by = (element.getAttribute('aria-labelledby') ?? '').split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '');
  const name = [element.getAttribute('aria-label') ?? '', ...labels, ...by,
    element.textContent.slice(0, 100), '<' + element.tagName.toLowerCase() + '>', element.getAttribute('role') ?? '']
    .join(' ').replace(/\\s+/g, ' ').trim();
  const shape = element.getBoundingClientRect();
  const unseen = () => {
    if (!element.checkVisibility({ visibilityProperty: true })) return 'not rendered';
    const isPage = element.id === 'content' || element.matches('[role=dialog]');
    if (!isPage && (shape.bottom <= 0 || shape.top >= innerHeight || shape.right <= 0 || shape.left >= innerWidth)) {
      return 'outside of the window';
    }
    // The same in the whole document. A change of the document for each key would lay it out again.
    const accent = globalThis.accentColor ??= (() => {
      const probe = document.createElement('i');
      probe.style.color = 'var(--mantine-color-link-filled)';
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    })();
    const marked = (one, pseudo) => {
      const style = getComputedStyle(one, pseudo);
      if (pseudo && style.content === 'none') return false;
      return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0)
        || style.boxShadow.includes('0px 0px 0px 2px') || style.boxShadow.includes(accent) || style.borderColor === accent || style.backgroundColor === accent;
    };
    const around = [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling]
      .filter((one) => one && one !== document.body);
    const seen = around.some((one) => marked(one)) || marked(element, '::before') || marked(element, '::after');
    if (seen) return undefined;
    const { outline, boxShadow, borderColor } = getComputedStyle(element);
    return 'no indicator: ' + element.outerHTML.slice(0, 200) + ' ' + [outline, boxShadow, borderColor, accent].join('; ');
  };
  const hasMoved = globalThis.lastFocus !== element;
  globalThis.lastFocus = element;
  return { name, isBody: false, hasMoved, unseen: unseen() };
})()`;
