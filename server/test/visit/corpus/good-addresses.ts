import { WEB_ADDRESSES, words } from '../../fuzz/bad-addresses.ts';

/** Valid addresses that resemble rejected ones. Every field for a web address accepts them. */
export const GOOD_WEB: readonly string[] = [
  ...new Set([
    ...WEB_ADDRESSES,
    ...words(`
    https://shop.example/javascript:alert(1) https://shop.example/data:text/html,x
    https://shop.example/?next=javascript:alert(1) https://shop.example/#javascript:alert(1)
    https://shop.example/?u=data:text/html;base64,PGI+ https://shop.example/view-source:https://x.example
    https://shop.example/?u=https://user@other.example/ https://shop.example/#https://user@other.example
    https://shop.example/a@b https://shop.example/@user/5 https://shop.example/?mail=a@b.example
    https://javascript.example/ https://javascript/ https://data.example/text/html,x https://file/etc
    https://intent.example/#Intent;scheme=x;end https://about.example/blank https://blob.example/5
    https://jar.example/a.jar!/b https://ws.example https://ms-word.example/ https://chrome.example
    https://shop.example/%6a%61vascript:x https://shop.example/%0d%0aSet-Cookie:%20a=b
    https://shop.example/%5c%5cevil https://shop.example/%2f%2fevil https://shop.example//evil.example
    https://shop.example/.//x https://shop.example/a/../b https://shop.example/a%2fb%2Fc
    https://shop.example/?a=1&b=2&amp;c=3 https://shop.example/?q=%26colon;&x=&#58; https://shop.example/&colon;
    https://shop.example/a+b?c+d#e+f https://shop.example/~x/!$'()*,;= https://shop.example/a|b^c\`d{e}
    https://shop.example/"quoted"?"q"#"f" https://shop.example/<b>?<b>#<b> https://shop.example/%zz%
    https://shop.example/製品/5?q=ü#é https://bücher.example https://παράδειγμα.example/δ https://例え.example/
    https://faß.example/ https://xn--bcher-kva.example/ https://shop.example/🎁/❤\ufe0f https://shop.example/م/5
    https://shop.example/क्\u200dष https://SHOP.EXAMPLE/Case https://shop.example:443/ http://shop.example:80/x
    https://shop.example:8443/ http://shop.example./x https://[2001:db8::1]:8443/x https://203.0.113.7/
    https://a.b.c.d.e.shop.example/ https://shop.example?x https://shop.example#x https://shop.example/?
    https://shop.example/# https://shop.example/p;jsessionid=1 https://shop.example/:id https://shop.example/*
    https://apps.apple.com/app/id1 https://play.google.com/store/apps/details?id=com.shop.app`),
    'https://shop.example/a b?c d#e f',
  ]),
];

/** Accepted as the link of a phone. */
export const GOOD_APPS: readonly string[] = words(`
  com.shop.app://product/5 com.shop.app:// shop://p/5?a=1&b=2#c SHOP://P/5 shop:///p shop+web://x s3-x.y://z
  shop://javascript/5 shop://open?u=javascript:alert(1) shop://intent#Intent;scheme=javascript;end
  shop://p/製品/ü?q=é#🎁 shop://p/%zz%20%0d%0a shop://p/"><b> javascripts://x datastore://x com.data://x
  x-data://x files://x wsx://x jars://x contents://x intents://x aboutus://x msteams://l/meet
  ms.shop://x my-chrome://x chromatic://x view-sources://x tel:+4930123456 mailto:a@shop.example
  shop://p?a=1&lt=2&copy=3&amp;b=4&#58; sms:+4930123456 geo:52.5,13.4 market://details?id=com.shop.app itms-apps://apps.apple.com/app/id1`);
