/** Two sentences: `named` has a name in it, and `plain` is for when that is not known. */
interface Named {
  readonly named: string;
  readonly plain: string;
}

/** Everything that pages say. `{app}` is the app of the link, `{browser}` the one that shows the page. */
export interface Texts {
  readonly openHeading: Named;
  readonly openText: string;
  readonly openButton: Named;
  readonly getApp: Named;
  readonly getText: string;
  readonly getButton: string;
  readonly web: string;
  /** In a built-in browser that may open apps, and in one that never does. */
  readonly inAppHint: Named;
  readonly blockedHint: Named;
  readonly probeHeading: string;
  readonly probeText: string;
  readonly notFoundHeading: string;
  readonly notFoundText: string;
  readonly goneHeading: string;
  readonly goneText: string;
  readonly noRouteHeading: string;
  readonly noRouteText: string;
  readonly goHome: Named;
  readonly unavailableHeading: string;
  readonly unavailableText: string;
  readonly retry: string;
  readonly tooManyHeading: string;
  readonly tooManyText: string;
  readonly methodHeading: string;
  readonly methodText: string;
  readonly homeHeading: string;
  readonly homeText: string;
  readonly homeButton: string;
}
