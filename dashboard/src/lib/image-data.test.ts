import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isImageData } from './image-data.ts';

test('only data URLs of images are image data', () => {
  for (const address of [
    'data:image/png;base64,AAAA',
    'data:image/svg+xml,%3Csvg%3E',
    'data:image/svg+xml;base64,AAAA',
  ]) {
    assert.ok(isImageData(address), address);
  }
  for (const value of [
    'https://shop.example/icon.png',
    '//shop.example/icon.png',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/',
    ' data:image/png;base64,AAAA',
    '',
    undefined,
    null,
    { toString: () => 'data:image/png;base64,AAAA' },
  ]) {
    assert.ok(!isImageData(value), String(value));
  }
});
