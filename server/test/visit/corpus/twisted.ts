import { MALFORMED, words } from '../../fuzz/bad-addresses.ts';

/**
 * Addresses that a URL parser changes into something that a reader does not see. The API rejects
 * each of them.
 */
export const TWISTED: readonly string[] = [
  ...new Set([
    ...MALFORMED,
    ...words(`
    https://shop.example@evil.example https://shop.example:80@evil.example/ https:shop.example@evil.example
    https://shop.example%40evil.example@x.example https://shop.example%00@evil.example
    https://shop.example\\@evil.example https://shop.example\\.evil.example https://evil.example\\shop.example
    https://shop.example\tx@evil.example https://user@ https://@/x https://:80 https://shop.example:@x
    https:evil.example https:/evil.example https:\\evil.example https:/\\evil.example https:///evil.example
    http:\\\\evil.example http:/\\/evil.example http:\tevil.example HtTp:evil.example http:evil.example@x
    https://\u202eelpmaxe.live https://shop.example\u200b.evil.example https://sh\u00adop.example
    https://shop.example\u2028/ https://shop.example/\u0000 https://shop.example/\ud800
    //evil.example /\\evil.example \\\\evil.example \\/evil.example /\t/evil.example ///evil.example
    http:javascript:alert(1) https:javascript:alert(1) http:data:text/html,x https:intent:x
    shop://user@evil shop://user:word@evil com.shop.app://javascript:alert(1)@x`),
  ]),
];

/**
 * Paths that contain a scheme. The specification makes them paths, so they must never resolve to
 * that scheme.
 */
export const SCHEMES_IN_PATHS: readonly string[] = words(`
  /javascript:alert(1) /JaVaScRiPt:alert(1) ./javascript:alert(1)
  ../javascript:alert(1) .//javascript:alert(1) ..//evil.example /.//evil.example /..//evil.example
  x/../javascript:alert(1) x/../../javascript:alert(1) ?javascript:alert(1) #javascript:alert(1)
  ?next=javascript:alert(1) #/javascript:alert(1) /?javascript:alert(1) /#javascript:alert(1)
  /data:text/html,x /vbscript:x /file:///etc/passwd /blob:x /about:blank /intent://x#Intent;end
  /view-source:x /%6aavascript:alert(1) /javascript%3aalert(1) /javascript&colon;alert(1)
  /&#106;avascript:alert(1) /%09javascript:alert(1) /%0ajavascript:alert(1) /%2fjavascript:alert(1)
  %2fjavascript/alert(1) %2f%2fevil.example %5cevil.example %5c%5cevil.example /%5c/evil.example
  javascript javascript/alert(1) javascript?:alert(1) javascript#:alert(1) data/text/html about/blank
  intent/x#Intent;scheme=javascript;end view-source/x file/etc/passwd jar/x!/ ws/x chrome/settings
  @evil.example/x .evil.example/x user@evil.example -evil.example/ @evil.example/javascript:alert(1)
  /@evil.example/javascript:alert(1) x@javascript/y ;/javascript:alert(1) ,/javascript:alert(1)
  '/javascript:alert(1) "/javascript:alert(1) </javascript:alert(1) %/javascript:alert(1) %00/x
 \u200cx/javascript:alert(1) ｘ/javascript:alert(1)`);
