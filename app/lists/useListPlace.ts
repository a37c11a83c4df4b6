import { useLocation, useNavigation, useParams } from "@remix-run/react";

/** The router state that a list depends on: the open row, and pending navigations. */
export type ListPlace = {
  currentId?: string | undefined;
  /** The page's URL while a row is open next to it: reloading the list keeps panel and tab. */
  openAt?: string | undefined;
  isLoading: boolean;
  next?: string | undefined;
  sending?: string | undefined;
};

/** The current place from the router; `param` is the path parameter with the open row's id. */
export function useListPlace(param?: string): ListPlace {
  const params = useParams();
  const { pathname, search } = useLocation();
  const { state, location, formMethod, formAction } = useNavigation();
  const currentId = param === undefined ? undefined : params[param];
  return {
    currentId,
    openAt: currentId === undefined ? undefined : pathname + search,
    isLoading: state !== "idle",
    next: state === "loading" ? location.pathname : undefined,
    sending: formMethod === "POST" ? formAction : undefined,
  };
}
