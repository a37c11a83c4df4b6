import { createHash } from "node:crypto";
import { type StaffMember, staff } from "./staff.ts";
import { pageStyle } from "./style.ts";

/** A whole HTML page with the headers it must be sent with. */
type HtmlPage = { html: string; status: number; headers: Record<string, string> };

type Origins = readonly string[];

const styleHash = createHash("sha256").update(pageStyle).digest("base64");

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it stands in a page, also within the quotes of an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? "");
}

// A browser applies form-action to the redirects that follow a form, too: the portal must be in it.
function toPage(title: string, body: string, status = 200, formTargets: Origins = []): HtmlPage {
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self' ${formTargets.join(" ")}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    html,
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy.join("; "),
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  };
}

const portalLink = (origin: string | undefined) =>
  origin ? `<p><a href="${escapeHtml(origin)}/">Go to the portal</a></p>` : "";

function staffButton(member: StaffMember, isHinted: boolean): string {
  const roles = member.roles.length > 0 ? member.roles.join(", ") : "no roles";
  return `<li><button name="account" value="${member.key}"${isHinted ? ' class="hinted" autofocus' : ""}>
<span class="name">${escapeHtml(member.name)}</span> <span class="role">${escapeHtml(roles)}</span>
<span class="about">${escapeHtml(member.about)}</span> <span class="mail">${escapeHtml(member.email)}</span>
</button></li>`;
}

/**
 * The page to pick whom to sign in as; works without scripting. `problem` is what was wrong with the
 * account name that was typed before.
 */
export function signInPage(view: {
  action: string;
  redirectOrigins: Origins;
  hinted?: StaffMember | undefined;
  typed?: string | undefined;
  problem?: string | undefined;
}): HtmlPage {
  const first = view.hinted ? [view.hinted] : [];
  const ordered = [...first, ...staff.filter((member) => member !== view.hinted)];
  const problem = view.problem
    ? `<p class="problem" id="problem" role="alert">${escapeHtml(view.problem)}</p>`
    : "";
  const invalid = view.problem ? ' aria-invalid="true" aria-describedby="problem" autofocus' : "";
  return toPage(
    "Sign in – embedded identity provider",
    `<header>
<p class="tag">Embedded identity provider</p>
<h1>Pick an account</h1>
<p>The people below are simulated: they come with this installation, need no password and exist nowhere else. In production your company's own sign-in takes this place.</p>
</header>
<form method="post" action="${escapeHtml(view.action)}">
<ul>
${ordered.map((member) => staffButton(member, member === view.hinted)).join("\n")}
</ul>
</form>
<form method="post" action="${escapeHtml(view.action)}" class="other">
${problem}<label for="account">Account name or address</label>
<div><input id="account" name="account" autocomplete="username" spellcheck="false" autocapitalize="none" required value="${escapeHtml(view.typed ?? "")}"${invalid}>
<button>Sign in</button></div>
</form>
<form method="post" action="${escapeHtml(view.action)}/cancel"><button class="quiet">Cancel</button></form>`,
    view.problem ? 400 : 200,
    view.redirectOrigins,
  );
}

/** A request that the provider cannot serve, in words. */
export function errorPage(problem: string, portalOrigin: string | undefined, status = 400): HtmlPage {
  return toPage(
    "Sign-in not possible",
    `<header><p class="tag">Embedded identity provider</p><h1>Sign-in not possible</h1></header>
<p>${escapeHtml(problem)}</p>
${portalLink(portalOrigin)}`,
    status,
  );
}

/** What a person sees after logging out when no page of the portal was named. */
export function signedOutPage(portalOrigin: string | undefined): HtmlPage {
  return toPage(
    "Signed out",
    `<header><p class="tag">Embedded identity provider</p><h1>You are signed out</h1></header>
${portalLink(portalOrigin)}`,
  );
}

/** Responds with a page inside the provider's own middleware; keeps an error status that is already set. */
export function sendPage(
  ctx: { status: number; body: unknown; set(headers: Record<string, string>): void },
  page: HtmlPage,
): void {
  if (ctx.status < 400 || ctx.status === 404) ctx.status = page.status;
  ctx.set(page.headers);
  ctx.body = page.html;
}
