import { number } from './counted.ts';

export const campaign = {
  title: 'Campaign parameters (UTM)',
  hint: 'Analytics of the destination read these parameters. They become part of its address.',
  addressFirst: 'Enter the address first.',
  fields: {
    source: 'Source',
    medium: 'Medium',
    campaign: 'Campaign',
    term: 'Term',
    content: 'Content',
  },
  examples: {
    source: 'newsletter',
    medium: 'email',
    campaign: 'spring-sale',
    term: 'running shoes',
    content: 'button',
  },
  result: 'Resulting address',
  tooLong: (max: number) => `The address is longer than ${number(max)} characters.`,
};
