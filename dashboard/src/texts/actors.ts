export const actors = {
  operator: 'Operator',
  service: 'Smartlink',
  token: (prefix: string) => `Token ${prefix}…`,
  formerMember: 'Former member',
  unknown: 'Unknown',
};
