/** Time for a page to move the focus itself. */
const DELAY_MS = 50;
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';

/**
 * Moves the focus of keyboards on when the element that has it disappears or is disabled, such as a button that is busy:
 * otherwise the browser gives it to the body, where no key works and nothing shows it. Returns a function that ends this.
 */
export function keepFocus(): () => void {
  let byKeyboard = false;
  let last: Place | undefined;
  let lastOfPage: Place | undefined;
  /** It could not be used since it got the focus. */
  let unusable: Place | undefined;
  let busy: { readonly element: Element; readonly instead: Element } | undefined;

  const check = (): void => {
    if (!byKeyboard || !document.hasFocus()) return;
    if (busy && isUsable(busy.element)) {
      const { element, instead } = busy;
      busy = undefined;
      if (document.activeElement === instead) focus(element);
    }
    if (document.activeElement !== document.body || !last) return;
    if (isUsable(last.element)) {
      // Behind the last element of the page, the focus of the Tab key leaves it. Others were disabled for a moment.
      if (unusable === last) focus(last.element);
      return;
    }
    // A toast or a menu that disappears is not part of the page.
    const from = areaOf(last) ? last : (lastOfPage ?? last);
    const instead = isUsable(from.element) ? from.element : replacement(from);
    if (!instead) return;
    busy = from.element.isConnected ? { element: from.element, instead } : undefined;
    focus(instead);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const checkSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      check();
    }, DELAY_MS);
  };
  const observer = new MutationObserver(() => {
    if (last && !isUsable(last.element)) unusable = last;
    checkSoon();
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  addEventListener('keydown', () => (byKeyboard = true), options);
  // `use-top-layer.ts` stops the other event of this key.
  addEventListener('keyup', ({ key }) => (byKeyboard ||= key === 'Escape'), options);
  addEventListener('pointerdown', () => (byKeyboard = false), options);
  addEventListener('focusout', checkSoon, options);
  addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      last = { element: target, ancestors: ancestorsOf(target) };
      if (content()?.contains(target)) lastOfPage = last;
    },
    options,
  );
  return () => {
    listeners.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** An element that had the focus, and where it was. */
interface Place {
  readonly element: Element;
  readonly ancestors: readonly Element[];
}

/** What a page shows besides the navigation. */
const content = (): HTMLElement | null => document.querySelector('main');

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility();
}

function focus(element: Element): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

function ancestorsOf(element: Element): Element[] {
  const { parentElement: parent } = element;
  return parent === null || parent === document.body ? [] : [parent, ...ancestorsOf(parent)];
}

/** The page or the dialog of a place; undefined: neither. */
function areaOf({ ancestors }: Place): Element | undefined {
  const near = ancestors.find(isUsable);
  const page = content();
  return near?.closest('[role="dialog"]') ?? (near && page?.contains(near) ? page : undefined);
}

/** The element that is nearest to one that cannot have the focus any more. */
function replacement(place: Place): Element | undefined {
  const { element, ancestors } = place;
  const near = ancestors.find(isUsable);
  const area = areaOf(place);
  if (!near || !area || near === area) return area ?? content() ?? undefined;
  const tabbable = [...area.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (one) => one.tabIndex >= 0 && isUsable(one),
  );
  if (element.isConnected) return lastBefore(element, tabbable) ?? tabbable[0] ?? area;
  return tabbable.find((one) => near.contains(one)) ?? lastBefore(near, tabbable) ?? area;
}

function lastBefore(element: Element, tabbable: readonly Element[]): Element | undefined {
  return tabbable.findLast(
    (one) => (one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}
