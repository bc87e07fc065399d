import { Type } from 'typebox';

/** For endpoints that a browser requests without a script, and so without headers. */
export const appParameter = {
  app: Type.Optional(
    Type.String({
      description:
        'For signed-in users: the name of the app, instead of the header `Smartlink-App`, which a download and an `EventSource` of a browser cannot send.',
    }),
  ),
};
