import { Type } from 'typebox';

export const codeParameter = {
  code: Type.Optional(
    Type.String({ description: 'Only the link with this code; default: all links of the app.' }),
  ),
};
