import { useLocation, useNavigation, useParams } from "@remix-run/react";

/** What a list has to know of where the person is: the row that is open, and what is on its way. */
export type ListPlace = {
  currentId?: string | undefined;
  /** The page's address while a row is open beside it: what reads the page again keeps panel and tab. */
  openAt?: string | undefined;
  isLoading: boolean;
  /** The path of the page that is being read. */
  next?: string | undefined;
  /** The address that a form is being sent to. */
  sending?: string | undefined;
};

/** The place as the router knows it; `param` is the path's parameter with the id of the open row. */
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
