export const firstSteps = {
  title: 'First steps',
  count: (done: number, all: number) => `${done} of ${all} done`,
  next: (title: string) => `Next: ${title}`,
  show: 'Show steps',
  collapse: 'Collapse',
  hide: 'Hide the first steps in this browser',
  done: 'Done:',
  open: 'To do:',
  steps: {
    base: {
      title: 'Enter the addresses of your website and your apps',
      text: 'A link to a path, such as products/5, leads to the same path at these addresses.',
      action: 'Enter addresses',
    },
    domain: {
      title: 'Set up the domain of your links',
      text: 'Add your own domain and verify it with a DNS record. To use the default domain with your apps, ask the operator to list this app there.',
      action: 'Set up domain',
    },
    association: {
      title: 'Let phones open links directly in your app',
      text: 'Enter the IDs of your iOS and Android apps. The service publishes them in the association files of the domain.',
      action: 'Enter app IDs',
    },
    link: {
      title: 'Create a link',
      text: 'Enter a destination. The preview shows where each device goes.',
      action: 'Create a link',
    },
    phone: {
      title: 'Test a link on your phone',
      text: 'Scan a QR code with the camera of a phone. The step is done when the visit is counted.',
      uncounted:
        'Scan a QR code with the camera of a phone. Clicks are not recorded or not available, so mark this step as done yourself.',
      noLink: 'Create a link first.',
      action: 'Test with a phone',
    },
  },
  phone: {
    title: 'Test with a phone',
    text: 'Point the camera of your phone at the code and open the link. Check that it leads to the right place.',
    waiting: 'Waiting for the visit…',
    counted: 'A visit from a phone was counted.',
    tested: 'I have tested a link on my phone',
  },
};
