/** Hostile text for text fields. */
export const HOSTILE_TEXT = `"><img src=x onerror=alert(1)><script>alert(1)</script>{{alert(1)}}`;

/**
 * The forms, the buttons that open and submit them, and an `email` that passes the browser's
 * validation.
 */
export const FORMS: readonly {
  readonly path: string;
  readonly opens?: string;
  readonly sends: string | RegExp;
  readonly email?: string;
}[] = [
  { path: 'shop/links/new', sends: 'Create link' },
  { path: 'shop/new-template', sends: /^Save|^Make/ },
  { path: 'shop/settings/look', sends: /^Save/ },
  { path: 'shop/settings/metadata', sends: /^Save/ },
  { path: 'shop/settings/platforms', sends: /^Save/ },
  { path: 'shop/settings/hosts', sends: 'Add' },
  { path: 'account', sends: 'Save' },
  {
    path: 'shop/settings/members',
    opens: 'Invite',
    sends: 'Create invitation',
    email: "'{{alert`1`}}'&lt/*@shop.example",
  },
];
