import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { ROOT } from '../harness.ts';

const SOURCE = join(ROOT, 'server/src');
/** The template tag that escapes values. */
const TAG = 'pages/html.ts';
/**
 * Text that occurs only in HTML: end tags, attributes, void elements, declarations and character
 * references.
 */
const MARKUP =
  /<\/[a-z]|<[a-z][\w-]*\s[^<>]*=|<(?:br|hr|img|input|link|meta)\b|<!|&(?:#|amp;|lt;|gt;|quot;)/i;

/** The strings and templates with markup in a program, except templates of `html`. */
function markupIn(program: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isTaggedTemplateExpression(node) &&
      ts.isIdentifier(node.tag) &&
      node.tag.text === 'html'
    ) {
      const { template } = node;
      if (ts.isTemplateExpression(template)) {
        for (const { expression } of template.templateSpans) visit(expression);
      }
      return;
    }
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && MARKUP.test(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('program.ts', program, ts.ScriptTarget.Latest));
  return found;
}

describe('HTML in the source of the service', () => {
  const FOUND: readonly [program: string, found: readonly string[]][] = [
    ["a('<p>' + b + '</p>')", ['</p>']],
    ['a(`<p title="${b}">`)', ['<p title="']],
    ['a(`${b}<img>${c}`)', ['<img>']],
    ["a.replaceAll('<', '&lt;')", ['&lt;']],
    ['a(`&#${b};`)', ['&#']],
    ['html`<p title="${b}">${c}</p>`', []],
    ['html`<p>${`<b>${c}</b>`}</p>`', ['</b>']],
    ["html`<p>${'</b>'}</p>`", ['</b>']],
    ['other`<p>${b}</p>`', ['</p>']],
    ["a('<code>', b < c, /<p class=/)", []],
  ];
  for (const [program, found] of FOUND) {
    it(`is found in ${program}: ${found.length}`, () => assert.deepEqual(markupIn(program), found));
  }

  it('is only in templates of the tag that escapes values', () => {
    const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
    const files = names.filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && join(name) !== join(TAG),
    );
    assert.ok(files.length > 300);
    for (const name of files) {
      assert.deepEqual(markupIn(readFileSync(join(SOURCE, name), 'utf8')), [], name);
    }
  });
});
