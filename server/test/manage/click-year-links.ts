// The links of the app whose year of clicks is compared with reports.

export const CODES = ['HotLink', 'Spring', 'Autumn', 'Rare', 'Quiet'];
/** Tags of some links, and a template that some are created from. */
export const TAGS: Readonly<Record<string, readonly string[]>> = {
  HotLink: ['print', 'sale'],
  Spring: ['sale'],
  Rare: ['print'],
};
export const TEMPLATES: Readonly<Record<string, string>> = {
  HotLink: 'product',
  Autumn: 'product',
};
