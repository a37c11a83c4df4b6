import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Turns the hash that a person arrives with into a search: `hrefFor` gives its address, which replaces the
 * one with the hash. A hash that names a place on the page, such as the skip link's, is left alone.
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
    // A lone '%' is no escape sequence: it is searched for as it stands.
    if (problem instanceof URIError) return text.trim();
    throw problem;
  }
}
