import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { html, trusted, type Html, type Value } from './html.ts';

type Element = readonly [tag: string, attributes: readonly Attribute[], children: readonly Node[]];
type Attribute = readonly [name: string, value: string];
type Node = string | Element;

/** What a browser reads. */
function parsed(markup: Html): Node[] {
  return nodesOf(parseFragment(markup.toString()).childNodes);
}

function nodesOf(children: readonly DefaultTreeAdapterTypes.ChildNode[]): Node[] {
  return children.map((child): Node => {
    if ('value' in child) return child.value;
    assert.ok('tagName' in child, child.nodeName);
    const attributes = child.attrs.map(({ name, value }): Attribute => [name, value]);
    return [child.tagName, attributes, nodesOf(child.childNodes)];
  });
}

const HOSTILE = [
  '<b>',
  '</p></title><script>hit=1</script>',
  '"><script>hit=1</script>',
  `' onfocus='hit=1' autofocus='`,
  '" onfocus="hit=1" autofocus="',
  '&lt;b&gt; &#60;b&#62; &amp;',
  '<!--',
  '-->',
  '<![CDATA[',
  '${hit}$&$1',
  '`\\',
  '\u2028\u202e＜b＞',
];

describe('a value', () => {
  const POSITIONS: readonly [name: string, (value: string) => Html, (value: string) => Node[]][] = [
    ['text', (value) => html`<p>${value}</p>`, (value) => [['p', [], [value]]]],
    ['text between texts', (value) => html`a ${value} b`, (value) => [`a ${value} b`]],
    ['a title', (value) => html`<title>${value}</title>`, (value) => [['title', [], [value]]]],
    [
      'an attribute in double quotes',
      (value) => html`<p title="${value}" data-x></p>`,
      (value) => [
        [
          'p',
          [
            ['title', value],
            ['data-x', ''],
          ],
          [],
        ],
      ],
    ],
    [
      'an attribute in single quotes',
      (value) => html`<p title='a ${value} b'></p>`,
      (value) => [['p', [['title', `a ${value} b`]], []]],
    ],
    [
      'an address',
      (value) => html`<a href="${`https://else.example/${value}`}">x</a>`,
      (value) => [['a', [['href', `https://else.example/${value}`]], ['x']]],
    ],
    [
      'a nested template',
      (value) => html`<p>${html`<b title="${value}">${value}</b>`}</p>`,
      (value) => [['p', [], [['b', [['title', value]], [value]]]]],
    ],
    [
      'a list',
      (value) => html`<p>${[value, html`<br>`, [value, 1]]}</p>`,
      (value) => [['p', [], [value, ['br', [], []], `${value}1`]]],
    ],
  ];
  for (const [name, make, expected] of POSITIONS) {
    it(`stays as it is in ${name}`, () => {
      for (const value of HOSTILE) assert.deepEqual(parsed(make(value)), expected(value));
    });
  }

  it('inserts nothing if it is undefined, null, false or an empty list', () => {
    for (const value of [undefined, null, false, [], [undefined, [false]]] as const) {
      assert.equal(html`<p>${value}</p>`.toString(), '<p></p>');
    }
    assert.equal(html`<p title="${undefined}">${0}</p>`.toString(), '<p title="">0</p>');
  });

  it('is refused in an attribute if it is markup or a list', () => {
    assert.throws(() => html`<p title="${html`<b>`}"></p>`, TypeError);
    assert.throws(() => html`<p title="${['a']}"></p>`, TypeError);
  });
});

describe('a template', () => {
  const REFUSED: Readonly<Record<string, (value: string) => Html>> = {
    'an attribute without quotes': (value) => html`<p title=${value}></p>`,
    'part of an attribute without quotes': (value) => html`<p title=a${value}></p>`,
    'an attribute name': (value) => html`<p ${value}="a"></p>`,
    'part of an attribute name': (value) => html`<p data-${value}></p>`,
    'a list of attributes': (value) => html`<p title="a" ${value}></p>`,
    'a tag name': (value) => html`<${value}></p>`,
    'part of a tag name': (value) => html`<p${value}></p>`,
    'the name of an end tag': (value) => html`<p></${value}>`,
    'text after "<"': (value) => html`1 < ${value}`,
    'a comment': (value) => html`<!-- ${value} -->`,
    'a doctype': (value) => html`<!doctype ${value}>`,
    'a tag without end': (value) => html`<p title="${value}"`,
    'an attribute without end': (value) => html`<p title="${value}>`,
    'a script without end': (value) => html`<script>${value}`,
    'an upper case script': (value) => html`<SCRIPT>${value}</SCRIPT>`,
    'an event handler': (value) => html`<p onclick="${value}"></p>`,
    'an event handler in single quotes': (value) => html`<svg onload='${value}'></svg>`,
    'a style attribute': (value) => html`<p style="color:${value}"></p>`,
    'a nested document': (value) => html`<iframe srcdoc="${value}"></iframe>`,
    'the address of a form': (value) => html`<form action="${value}"></form>`,
    'a list of images': (value) => html`<img srcset="${value}">`,
    'part of an address': (value) => html`<a href="java${value}">x</a>`,
    'part of the address of an image': (value) => html`<img src="data:${value}">`,
  };
  for (const [position, make] of Object.entries(REFUSED)) {
    it(`is refused with a value in ${position}, each time`, () => {
      for (const value of ['a', 'b']) assert.throws(() => make(value), /unsafe position/);
    });
  }

  it('is refused if its static text is a comment or has a script without end', () => {
    assert.throws(() => html`<!-- a -->`, /invalid HTML/);
    assert.throws(() => html`<script>a`, /invalid HTML/);
    assert.throws(() => html`</style>`, /invalid HTML/);
  });
});

describe('an address in a link', () => {
  const ALLOWED = [
    '',
    '../docs',
    '/docs?a=b:c',
    'https://shop.example/javascript:a',
    'shop://p/5',
    'tel:+4930123',
    'market://details?id=a',
    'intent://p/5#Intent;scheme=shop;end',
  ];
  const REFUSED = [
    'javascript:hit=1',
    ' \0JaVaScRiPt:hit=1',
    'java\tscr\r\nipt:hit=1',
    'javascript\n:hit=1',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'about:blank',
    'intent\t:x',
  ];
  for (const address of ALLOWED) {
    it(`can be ${address}`, () =>
      assert.deepEqual(parsed(html`<a href="${address}"></a>`), [['a', [['href', address]], []]]));
  }
  for (const address of REFUSED) {
    it(`is empty instead of ${JSON.stringify(address)}`, () =>
      assert.equal(html`<a href="${address}"></a>`.toString(), '<a href=""></a>'));
  }
});

describe('the address of an image', () => {
  it('can be an image in a data: address', () => {
    const shown = html`<img src="${'data:image/png;base64,AA=='}">`.toString();
    assert.equal(shown, '<img src="data:image/png;base64,AA==">');
  });

  for (const address of ['https://else.example/a.png', 'data:text/html,x', '/a.png']) {
    it(`is empty instead of ${address}`, () =>
      assert.equal(html`<img src="${address}">`.toString(), '<img src="">'));
  }
});

describe('a script or a style', () => {
  const CODE = `if (a && b > '"') c();`;

  it('contains trusted code as it is', () => {
    const id = '"n"';
    assert.equal(
      html`<script id="${id}">${trusted(CODE)}</script>`.toString(),
      `<script id="&#34;n&#34;">${CODE}</script>`,
    );
    assert.equal(
      html`<style>${trusted(CODE)}${undefined}</style>`.toString(),
      `<style>${CODE}</style>`,
    );
  });

  it('accepts nothing else', () => {
    for (const value of ['a', 1, html`a`, ['a'], [trusted('a')]]) {
      assert.throws(() => html`<script>${value}</script>`, TypeError);
      assert.throws(() => html`<style>${value}</style>`, TypeError);
    }
  });

  it('is not accepted as text or in an attribute', () => {
    assert.throws(() => html`<p>${trusted(CODE)}</p>`, TypeError);
    assert.throws(() => html`<p title="${trusted(CODE)}"></p>`, TypeError);
  });

  it('cannot contain the end of its element', () => {
    assert.throws(() => trusted('"</script>"'), /must not contain "<"/);
    assert.throws(() => trusted('"<!--"'), /must not contain "<"/);
  });
});

describe('any template with any values', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...`& < > " ' # ; / = - x 3 9`.split(' '), ' ', '&lt;', '</p>', '<script>'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  });
  const { nodes } = fc.letrec<{ nodes: Node[]; element: Element }>((tie) => ({
    nodes: fc.array(fc.oneof({ maxDepth: 4 }, text, tie('element')), { maxLength: 4 }),
    element: fc.tuple(
      fc.constantFrom('div', 'span', 'section', 'bdi'),
      fc.uniqueArray(fc.tuple(fc.constantFrom('title', 'class', 'data-x'), text), {
        selector: ([name]) => name,
      }),
      tie('nodes'),
    ),
  }));

  /** A template of these nodes, whose texts and attributes are values and whose children are nested templates. */
  function templateOf(children: readonly Node[], quote: string, asList: boolean): Html {
    const strings = [''];
    const values: Value[] = [];
    const write = (markup: string): void => void strings.push(`${strings.pop()}${markup}`);
    const insert = (value: Value): void => {
      values.push(value);
      strings.push('');
    };
    for (const child of children) {
      if (typeof child === 'string') {
        insert(child);
        continue;
      }
      const [tag, attributes, inner] = child;
      write(`<${tag}`);
      for (const [name, value] of attributes) {
        write(` ${name}=${quote}`);
        insert(value);
        write(quote);
      }
      write('>');
      if (asList) insert(inner.map((one) => templateOf([one], quote, asList)));
      else insert(templateOf(inner, quote, asList));
      write(`</${tag}>`);
    }
    return html(Object.assign(strings, { raw: strings }), ...values);
  }

  /** As parsers read any text: they have one kind of line break and no NUL. */
  const normalized = (value: string, nul: string): string =>
    value.replace(/\r\n?/g, '\n').replaceAll('\0', nul);

  function expected(children: readonly Node[]): Node[] {
    const joined: Node[] = [];
    for (const child of children) {
      const last = joined.at(-1);
      if (typeof child === 'string' && typeof last === 'string') joined.splice(-1, 1, last + child);
      else joined.push(child);
    }
    return joined
      .map((child): Node => {
        if (typeof child === 'string') return normalized(child, '');
        const [tag, attributes, inner] = child;
        const read = attributes.map(([name, value]): Attribute => [
          name,
          normalized(value, '\ufffd'),
        ]);
        return [tag, read, expected(inner)];
      })
      .filter((child) => child !== '');
  }

  it('is parsed as the structure of the template, with the values as texts and attributes', () => {
    fc.assert(
      fc.property(nodes, fc.constantFrom('"', "'"), fc.boolean(), (children, quote, asList) => {
        const page = html`<main>${templateOf(children, quote, asList)}</main>`;
        assert.deepEqual(parsed(page), [['main', [], expected(children)]]);
      }),
      { numRuns: 1000 },
    );
  });
});
