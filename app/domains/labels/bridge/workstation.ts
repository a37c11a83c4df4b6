// Chrome's names for the permission to access services on this computer, the newer one first.
const permissionNames = ["loopback-network", "local-network-access"];

/** Whether the browser denies the page access to services on this computer: otherwise it looks like 'not running'. */
export async function isLocalNetworkDenied(): Promise<boolean> {
  for (const name of permissionNames) {
    try {
      // TypeScript's list has neither name.
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state === "denied";
    } catch (problem) {
      // A browser without this permission rejects its name.
      if (!(problem instanceof TypeError)) throw problem;
    }
  }
  return false;
}

/** Whether the workstation's print queues take raw commands only when forced: on Linux and macOS. */
export const needsForceRaw = (userAgent: string): boolean =>
  /Linux|Macintosh|Mac OS X/.test(userAgent) && !isHandheld(userAgent);

/** Whether this is a phone or tablet: print services run on computers only. */
export const isHandheld = (userAgent: string): boolean => /Android|iPhone|iPad|iPod/.test(userAgent);
