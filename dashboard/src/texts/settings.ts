export const settings = {
  pages: {
    platforms: 'Platforms',
    hosts: 'Domains',
    look: 'Appearance',
    tokens: 'Tokens',
    members: 'Members',
    audit: 'Audit log',
    doctor: 'Doctor',
  },
};
