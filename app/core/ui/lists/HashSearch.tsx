import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Turns the URL's hash on arrival into a search: `hrefFor` gives its URL, which replaces the one
 * with the hash. A hash that is an anchor of the page, such as the skip link's, is ignored.
 */
export function HashSearch({ hrefFor }: { hrefFor: (text: string) => string }) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const text = readHash(hash);
    if (text === "" || document.getElementById(text)) return;
    navigate(hrefFor(text), { replace: true });
  }, [hash, hrefFor, navigate]);
  return null;
}

function readHash(hash: string): string {
  const text = hash.slice(1);
  try {
    return decodeURIComponent(text).trim();
  } catch (problem) {
    // A lone '%' is no escape sequence: search for it as it is.
    if (problem instanceof URIError) return text.trim();
    throw problem;
  }
}
