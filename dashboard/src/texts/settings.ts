export const settings = {
  pages: {
    platforms: 'Platforms',
    hosts: 'Domains',
    look: 'Appearance',
    metadata: 'Metadata',
    tokens: 'Tokens',
    webhooks: 'Webhooks',
    members: 'Members',
    audit: 'Audit log',
    doctor: 'Doctor',
  },
};
