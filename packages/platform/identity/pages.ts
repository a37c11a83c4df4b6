import { escapeHtml, type HtmlPage, htmlPage } from "#platform/htmlPage.ts";
import { type StaffMember, staff } from "./staff.ts";

/** The stylesheet of the provider's pages, inline: they load nothing. */
const pageStyle = `
:root { color-scheme: light; font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; color: #1b2430; background: #f2f4f7; }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem; }
main { max-width: 38rem; margin: 0 auto; padding: 1.75rem; background: #fff; border: 1px solid #d5dbe3; border-radius: 8px; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
.tag { display: inline-block; margin-bottom: .75rem; padding: .125rem .625rem; border: 1px solid #8a5a00; border-radius: 99px; color: #6b4500; background: #fff6e0; font-size: .875rem; }
ul { display: grid; gap: .5rem; margin: 1.25rem 0; padding: 0; list-style: none; }
button, input { min-height: 2.75rem; border: 1px solid #7a8798; border-radius: 6px; background: #fff; color: inherit; font: inherit; padding: .5rem .875rem; }
button { cursor: pointer; }
button:hover { background: #eef4fc; border-color: #1f5fa8; }
:focus-visible { outline: 3px solid #1f5fa8; outline-offset: 2px; }
ul button { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; width: 100%; text-align: left; }
.hinted { border-color: #1f5fa8; border-width: 2px; }
.name { font-weight: 600; }
.role, .mail { text-align: right; }
.role { font-size: .875rem; color: #1f4b80; }
.about, .mail { font-size: .875rem; color: #4c5a6b; overflow-wrap: anywhere; }
.other { padding-top: 1rem; border-top: 1px solid #d5dbe3; }
.other div { display: flex; flex-wrap: wrap; gap: .5rem; margin: .25rem 0 1rem; }
.other input { flex: 1 1 14rem; min-width: 0; }
.problem { color: #9b1c1c; font-weight: 600; }
.quiet { border-color: transparent; color: #1f4b80; padding-left: 0; background: none; text-decoration: underline; }
a { color: #1f4b80; }
@media (max-width: 30rem) { ul button { grid-template-columns: 1fr; } .role, .mail { text-align: left; } main { padding: 1.25rem; } }
`;

// A browser applies form-action to the redirects after a form, too: the portal must be in it.
const toPage = (title: string, content: string, status = 200, formTarget = "") =>
  htmlPage({
    title,
    style: pageStyle,
    body: `<main>\n${content}\n</main>`,
    status,
    formTargets: `'self' ${formTarget}`.trim(),
  });

const portalLink = (origin: string) => `<p><a href="${escapeHtml(origin)}/">Go to the portal</a></p>`;

function staffButton(member: StaffMember, isHinted: boolean): string {
  const roles = member.roles.length > 0 ? member.roles.join(", ") : "no roles";
  return `<li><button name="account" value="${member.key}"${isHinted ? ' class="hinted" autofocus' : ""}>
<span class="name">${escapeHtml(member.name)}</span> <span class="role">${escapeHtml(roles)}</span>
<span class="about">${escapeHtml(member.about)}</span> <span class="mail">${escapeHtml(member.email)}</span>
</button></li>`;
}

/**
 * The page for choosing a person to sign in as; works without scripting. `problem` is what was wrong with the account
 * name that was typed before.
 */
export function signInPage(view: {
  action: string;
  portalOrigin: string;
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
    view.portalOrigin,
  );
}

export function errorPage(problem: string, portalOrigin: string, status = 400): HtmlPage {
  return toPage(
    "Sign-in not possible",
    `<header><p class="tag">Embedded identity provider</p><h1>Sign-in not possible</h1></header>
<p>${escapeHtml(problem)}</p>
${portalLink(portalOrigin)}`,
    status,
  );
}

/** The page after logging out when no page of the portal was named. */
export function signedOutPage(portalOrigin: string): HtmlPage {
  return toPage(
    "Signed out",
    `<header><p class="tag">Embedded identity provider</p><h1>You are signed out</h1></header>
${portalLink(portalOrigin)}`,
  );
}

/** Responds with a page inside the provider's own middleware; an error status that is already set stays. */
export function sendPage(
  ctx: { status: number; body: unknown; set(headers: Record<string, string>): void },
  page: HtmlPage,
): void {
  if (ctx.status < 400 || ctx.status === 404) ctx.status = page.status;
  ctx.set(page.headers);
  ctx.body = page.html;
}
