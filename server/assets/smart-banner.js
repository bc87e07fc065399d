// Offers visitors on phones and tablets to open the app of a web site: docs/guides/smart-banner.md.
// It sends nothing and sets no cookies.
(() => {
  'use strict';

  const KEY = 'smartlink-banner';
  const DAY_MS = 86400000;
  const TEXTS = {
    ar: ['فتح', 'الفتح في التطبيق', 'إغلاق'],
    de: ['Öffnen', 'In der App öffnen', 'Schließen'],
    en: ['Open', 'Open in the app', 'Close'],
    es: ['Abrir', 'Abrir en la app', 'Cerrar'],
    fr: ['Ouvrir', 'Ouvrir dans l’app', 'Fermer'],
    he: ['פתיחה', 'פתיחה באפליקציה', 'סגירה'],
    it: ['Apri', 'Apri nell’app', 'Chiudi'],
    ja: ['開く', 'アプリで開く', '閉じる'],
    ko: ['열기', '앱에서 열기', '닫기'],
    nl: ['Openen', 'Openen in de app', 'Sluiten'],
    pt: ['Abrir', 'Abrir na app', 'Fechar'],
    zh: ['打开', '在应用中打开', '关闭'],
    'zh-hant': ['開啟', '在應用程式中開啟', '關閉'],
  };
  // Windows phones, and the televisions of DEVICE_RULES in server/src/platform/rules.ts.
  const NO_PHONE =
    /Windows|[^DB]TV\b|TV Box|BRAVIA|\bAFT[A-Z\d]|Chromecast|CrKey|Mi ?Box|Nexus Player|SHIELD(?! Tab)/;
  const STYLE = `
    :host { all: initial; position: fixed; inset: auto 0 0; z-index: 2147483000; color-scheme: light dark; }
    section { --text: #111827; --soft: #4b5563; --button: #1d4ed8; --on-button: #fff;
      display: flex; gap: 12px; align-items: center; box-sizing: border-box;
      padding: 8px 12px calc(8px + env(safe-area-inset-bottom, 0px)); color: var(--text); background: #fff;
      border-top: 1px solid #9ca3af; font: 16px/1.35 system-ui, sans-serif; text-align: start; }
    img { flex: none; width: 44px; height: 44px; border-radius: 10px; }
    div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    b, span { display: block; }
    span { color: var(--soft); font-size: 14px; }
    a, button { flex: none; box-sizing: border-box; min-height: 44px; border: 0; border-radius: 22px; font: inherit; cursor: pointer; }
    a { max-width: 40%; padding: 11px 18px; color: var(--on-button); background: var(--button); font-weight: 600; text-align: center; text-decoration: none; }
    button { width: 44px; color: var(--soft); background: none; font-size: 24px; line-height: 1; }
    :focus-visible { outline: 3px solid var(--button); outline-offset: 2px; }
    @media (prefers-color-scheme: dark) {
      section { --text: #f9fafb; --soft: #d1d5db; --button: #93c5fd; --on-button: #0b1220; background: #1f2937; border-color: #6b7280; }
    }
    @media (forced-colors: active) { a { border: 1px solid; } }
    @media print { section { display: none; } }`;

  const { dataset } = document.currentScript || { dataset: {} };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();

  function start() {
    const link = webAddress(dataset.link);
    if (!link || !isPhone() || isClosed() || document.querySelector('[data-smart-banner]')) return;
    show(link);
  }

  function isPhone() {
    const { userAgent: agent, maxTouchPoints } = navigator;
    const isApple = /iP(hone|ad|od)|Macintosh/.test(agent);
    if (!isApple && !/Android|\(X11; Linux/.test(agent)) return false;
    // Tablets can identify as computers, as on the probe page of links. Most televisions have no touch screen.
    const touches = /Android|iP(hone|ad|od)/.test(agent) ? 1 : 2;
    if (!(maxTouchPoints >= touches) || NO_PHONE.test(agent)) return false;
    // Web views are in apps, perhaps in the one to open; so is a page on the home screen.
    if (isApple ? !/Safari\//.test(agent) : /; wv\)/.test(agent)) return false;
    if (matchMedia('(display-mode: standalone)').matches || navigator.standalone) return false;
    const isSafari = isApple && !/(CriOS|FxiOS|EdgiOS|OPiOS|OPT|DuckDuckGo)\//.test(agent);
    return !(isSafari && document.querySelector('meta[name="apple-itunes-app"]'));
  }

  function isClosed() {
    try {
      const days = /^\d+$/.test(dataset.days) ? Number(dataset.days) : 30;
      const age = Date.now() - Number(localStorage.getItem(KEY) || -Infinity);
      return age >= 0 && age < days * DAY_MS;
    } catch {
      return false;
    }
  }

  function show(link) {
    let sheet;
    try {
      // Permitted by every content security policy, unlike style elements.
      sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
    } catch {
      return;
    }
    const root = document.documentElement;
    const language = (dataset.lang || root.lang || navigator.language || 'en').toLowerCase();
    const traditional = /^zh-(hant|tw|hk|mo)/.test(language) && 'zh-hant';
    const texts = TEXTS[traditional || language.split('-')[0]];
    const [open, text, close] = texts || TEXTS.en;
    // What the site does not set is in English if there are no texts in its language.
    const used = texts || (dataset.text && dataset.button) ? language : 'en';
    const title = dataset.title || document.title || location.hostname;

    const host = document.createElement('div');
    host.dataset.smartBanner = '';
    const shadow = host.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    const banner = add(shadow, 'section', { lang: used });
    banner.dir = /^(ar|fa|he|ur)\b/.test(used) ? 'rtl' : 'ltr';
    banner.setAttribute('aria-label', title);
    const icon = webAddress(dataset.icon);
    if (icon) {
      const image = add(banner, 'img', { alt: '' });
      image.addEventListener('error', () => image.remove());
      image.src = icon;
    }
    const words = add(banner, 'div', {});
    add(words, 'b', { textContent: title, lang: language });
    add(words, 'span', { textContent: dataset.text || text });
    const action = add(banner, 'a', { href: link, textContent: dataset.button || open });
    action.setAttribute('aria-label', `${action.textContent}: ${title}`);
    const closing = add(banner, 'button', { type: 'button', textContent: '×' });
    closing.setAttribute('aria-label', close);

    let focusedBefore;
    banner.addEventListener('focusin', ({ relatedTarget }) => {
      if (relatedTarget && !banner.contains(relatedTarget)) focusedBefore = relatedTarget;
    });
    const padding = root.style.paddingBottom;
    // The end of the page can be scrolled above the banner.
    const size = new ResizeObserver(() => {
      root.style.paddingBottom = `${banner.offsetHeight}px`;
    });
    const remove = () => {
      try {
        localStorage.setItem(KEY, String(Date.now()));
      } catch {
        // There is no storage.
      }
      size.disconnect();
      host.remove();
      root.style.paddingBottom = padding;
      if (focusedBefore) focusedBefore.focus();
    };
    closing.addEventListener('click', remove);
    banner.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') remove();
    });
    document.body.append(host);
    size.observe(banner);
  }

  function add(parent, name, properties) {
    return parent.appendChild(Object.assign(document.createElement(name), properties));
  }

  function webAddress(text) {
    try {
      const url = new URL(text, location.href);
      return text && /^https?:$/.test(url.protocol) ? url.href : undefined;
    } catch {
      return undefined;
    }
  }
})();
