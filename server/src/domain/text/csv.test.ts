import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  for (const [values, line] of [
    [['a', 'b'], 'a,b'],
    [['', 1, -1], ',1,-1'],
    [['a,b', 'say "hi"', 'two\nlines', 'cr\rx'], '"a,b","say ""hi""","two\nlines","cr\rx"'],
    [['=1+1', '+1', '-1', '@x', 'a=b'], "'=1+1,'+1,'-1,'@x,a=b"],
    [['=HYPERLINK("x")', '\tx', '\rx'], '"\'=HYPERLINK(""x"")",\'\tx,"\'\rx"'],
    [['ü🙂'], 'ü🙂'],
    // The separator of a spreadsheet can be another one.
    [['a;b', 'a;b=c'], 'a;b,a;b=c'],
    [['=1+1', ';=1+1', 'a;-1;@x'], "'=1+1,;'=1+1,a;'-1;'@x"],
    [['a\t=1', 'a\n+1', 'a\r\n-1'], `a\t'=1,"a\n'+1","a\r\n'-1"`],
    [['a;"=1+1"'], '"a;""\'=1+1"""'],
    [["a;'=1"], "a;''=1"],
  ] as const) {
    it(JSON.stringify(values), () => assert.equal(csvLine(values), `${line}\r\n`));
  }
});
