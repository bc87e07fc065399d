export const settings = {
  title: 'Settings',
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
