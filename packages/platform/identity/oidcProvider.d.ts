/**
 * The parts of the provider by their own files: its main file only adds a warning about Node 20, on which it works.
 */
declare module "oidc-provider/lib/provider.js" {
  export { default as Provider } from "oidc-provider";
}

declare module "oidc-provider/lib/helpers/errors.js" {
  import type { errors } from "oidc-provider";
  export const SessionNotFound: typeof errors.SessionNotFound;
}
