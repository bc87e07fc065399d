import { words } from './bad-addresses.ts';

const deep = (levels: number): string =>
  `{"a":${'[{"a":'.repeat((levels - 2) / 2)}[1]${'}]'.repeat((levels - 2) / 2)}}`;
const deepArrays = (levels: number): string =>
  `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const ofBytes = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`;
const wide = (bytes: number): string =>
  `{"a":"${'€'.repeat(Math.floor((bytes - 8) / 3))}${'x'.repeat((bytes - 8) % 3)}"}`;
const ofKeys = (count: number): string =>
  `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`;
const ofNestedKeys = (count: number): string =>
  `{"a":[${Array.from({ length: count - 1 }, (_, i) => `{"k${i}":1}`).join()}]}`;

/** Valid JSON texts of metadata, which must be returned unchanged. */
export const GOOD_METADATA: readonly string[] = [
  ...words(`
  {} {"a":""} {"a":[]} {"a":[{}]} {"a":[[],[[]],{"b":[]}]} {"":"x"} {"A":1,"a":2} {"b":1,"a":2}
  {"é":1,"e\u0301":2} {"a/b~c":1} {"10":1,"9":2,"a":3} {"a":"🎁👨‍👩‍👧❤️"} {"🎁":1}
  {"a":"\u202e\u200b\ufeff"} {"a":"javascript:alert(1)"} {"a":"</script>"} {"a":"null","b":"NaN"}
  {"a":9007199254740991} {"a":-9007199254740991} {"a":0} {"a":-0} {"a":0.1} {"a":1.0} {"a":1e2}
  {"a":1E+2} {"a":5e-324} {"a":1.7976931348623157e-300} {"a":1.10}
  {"a":0.12345678901234568} {"a":100.000000000000000000000} {"a":900719925474099.1}
  {"proto":1,"__proto":2,"Constructor":3,"toString":4,"hasOwnProperty":5,"__defineGetter__":6}`),
  '{"a":"\\ud83c\\udf81\\n\\t\\u0001\\/"}',
  '{ "a" : [ 1 , "2" ] , " " : 1 }',
  '{\n\t"a": 1\r\n}',
  deep(32),
  deepArrays(32),
  ofBytes(16_384),
  wide(16_384),
  ofKeys(1000),
  ofNestedKeys(1000),
];

/** Invalid JSON texts of metadata, with the pointers of their errors. */
export const BAD_METADATA: readonly (readonly [text: string, ...pointers: string[]])[] = [
  ...words('null true 1 "x" [] [{"a":1}]').map((text) => [text, ''] as const),
  ['{"a":true}', '/a'],
  ['{"a":false,"b":null,"c":{},"d":{"e":1},"f":1}', '/a', '/b', '/c', '/d'],
  [
    '{"a":[true,1,null,"x",[false,{"b":null,"c":{}}]]}',
    ...words('/a/0 /a/2 /a/4/0 /a/4/1/b /a/4/1/c'),
  ],
  ['{"a/b":null,"c~d":true,"":null,"0":null}', '/a~1b', '/c~0d', '/', '/0'],
  ['{"a":9007199254740992,"b":-9007199254740992}', '/a', '/b'],
  ['{"a":9007199254740993,"b":[1e21,123456789012345678901234567890]}', '/a', '/b/0', '/b/1'],
  ['{"a":1e400,"b":-1e400,"c":[1e309]}', '/a', '/b', '/c/0'],
  ['{"a":0.1234567890123456789,"b":[1.10,3.14159265358979323846]}', '/a', '/b/1'],
  ['{"a":0.1000000000000000055511151231257827,"b/c":[{"d":1e-400}]}', '/a', '/b~1c/0/d'],
  ['{"a":"\\u0000","b":["x\\u0000y"],"c\\u0000":1}', '/a', '/b/0', '/c\0'],
  ['{"a":"\\ud800","b":"\\udc00x","c":"\\udf81\\ud83c"}', '/a', '/b', '/c'],
  ['{"__proto__":1}', '/__proto__'],
  ['{"__proto__":{"polluted":"yes"}}', '/__proto__'],
  ['{"\\u005f_proto__":1}', '/__proto__'],
  [
    '{"constructor":1,"prototype":[1],"a":[{"__proto__":1,"b":[{"constructor":1}]}]}',
    ...words('/constructor /prototype /a/0/__proto__ /a/0/b/0/constructor'),
  ],
  [deepArrays(33), `/a${'/0'.repeat(31)}`],
  [deep(34), `/a${'/0/a'.repeat(15)}/0`],
  [ofBytes(16_385), ''],
  [wide(16_385), ''],
  [ofKeys(1001), ''],
  [ofNestedKeys(1001), ''],
];
