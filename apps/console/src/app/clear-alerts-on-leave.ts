import { toast } from '@acequia/ui';

/** The part of the router that tells of a navigation before it begins. */
interface Navigations {
  subscribe(
    event: 'onBeforeNavigate',
    listener: (event: {
      readonly fromLocation?: { readonly pathname: string };
      readonly toLocation: { readonly pathname: string };
    }) => void,
  ): () => void;
}

/** What has a page of its own: drawers, tabs and selected nodes of one thing do not. */
const pageOf = (path: string): string => path.split('/').slice(1, 3).join('/');

/** Alerts belong to the page they were raised on; those that persist stay. */
export function clearAlertsOnLeave(router: Navigations): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (fromLocation && pageOf(fromLocation.pathname) !== pageOf(toLocation.pathname)) toast({ action: { text: 'clear-alerts' } });
  });
}
