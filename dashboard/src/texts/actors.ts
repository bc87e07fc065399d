export const actors = {
  operator: 'Operator',
  token: (prefix: string) => `Token ${prefix}…`,
  formerMember: 'Former member',
  unknown: 'Unknown',
};
