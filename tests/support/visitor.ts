import { request } from "undici";
import { wordsOf } from "./html.ts";

export type Reply = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  text: string;
  location: string | undefined;
  url: string;
};

type Ask = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  form?: Record<string, string> | URLSearchParams | FormData;
  headers?: Record<string, string>;
};

const entities: Record<string, string> = {
  amp: "&",
  quot: '"',
  lt: "<",
  gt: ">",
  "#39": "'",
  "#x27": "'",
  "#x26": "&",
};
const unescapeHtml = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

export const attributeOf = (tag: string, name: string): string | undefined => {
  const found = tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];
  return found === undefined ? undefined : unescapeHtml(found);
};

export type Form = { action: string; method: string; fields: Record<string, string>; html: string };

/** A page's forms, with the values of inputs and text areas as a browser would send them. */
export function formsIn(html: string, url: string): Form[] {
  return [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => {
    const open = form.slice(0, form.indexOf(">") + 1);
    const fields: Record<string, string> = {};
    for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
      const name = attributeOf(input, "name");
      const type = attributeOf(input, "type") ?? "text";
      if (name === undefined || ["submit", "button", "image"].includes(type)) continue;
      if (["checkbox", "radio"].includes(type) && !/\schecked(=|\s|>|\/)/.test(input)) continue;
      fields[name] = attributeOf(input, "value") ?? "";
    }
    for (const [, tag = "", value = ""] of form.matchAll(/(<textarea\b[^>]*>)([\s\S]*?)<\/textarea>/g)) {
      const name = attributeOf(tag, "name");
      if (name !== undefined) fields[name] = unescapeHtml(value.replace(/^\n/, ""));
    }
    return {
      action: new URL(attributeOf(open, "action") ?? "", url).href,
      method: (attributeOf(open, "method") ?? "get").toUpperCase(),
      fields,
      html: form,
    };
  });
}

/** The form with this text or property; throws with the page's text if there is none. */
export function formIn(
  { text, url }: Pick<Reply, "text" | "url">,
  holds: string | ((form: Form) => unknown),
): Form {
  const isIt = typeof holds === "string" ? ({ html }: Form) => html.includes(holds) : holds;
  const form = formsIn(text, url).find(isIt);
  if (!form) throw new Error(`No form holds ${holds} at ${url}: ${wordsOf(text).slice(0, 1_500)}`);
  return form;
}

/** A person with a cookie jar and no browser. Redirects are followed only on request. */
export class Visitor {
  readonly #jar = new Map<string, Map<string, string>>();
  readonly portalUrl: string;

  constructor(portalUrl: string) {
    this.portalUrl = portalUrl;
  }

  async ask(path: string, { method = "GET", form, headers = {} }: Ask = {}): Promise<Reply> {
    const url = new URL(path, this.portalUrl);
    const jar = this.#jarOf(url.hostname);
    const sent = form && new Response(form instanceof FormData ? form : new URLSearchParams(form));
    const reply = await request(url, {
      method,
      headers: {
        accept: "text/html,*/*",
        ...(jar.size > 0 ? { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") } : {}),
        ...(sent ? { "content-type": sent.headers.get("Content-Type") ?? "" } : {}),
        ...headers,
      },
      ...(sent ? { body: Buffer.from(await sent.arrayBuffer()) } : {}),
    });
    const body = Buffer.from(await reply.body.arrayBuffer());
    for (const line of [reply.headers["set-cookie"] ?? []].flat()) keepCookie(jar, line);
    const to = reply.headers.location;
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body,
      text: body.toString(),
      location: typeof to === "string" ? new URL(to, url).href : undefined,
      url: url.href,
    };
  }

  get(path: string, headers?: Record<string, string>) {
    return this.ask(path, headers === undefined ? {} : { headers });
  }

  /** Posts a form like a page of the portal, with its Origin. */
  post(path: string, form: Ask["form"] = {}, headers: Record<string, string> = {}) {
    return this.ask(path, {
      method: "POST",
      form,
      headers: { origin: new URL(this.portalUrl).origin, ...headers },
    });
  }

  async follow(reply: Reply): Promise<Reply> {
    let current = reply;
    for (let hops = 0; current.location !== undefined && hops < 12; hops += 1)
      current = await this.get(current.location);
    return current;
  }

  /**
   * Signs in through the identity provider's pages: picks the account whose button shows or sends `staff`.
   * @returns the portal's page after sign-in.
   */
  async signIn(staff: string, returnTo = "/"): Promise<Reply> {
    let page = await this.follow(await this.post("/auth/login", { returnTo }));
    for (let step = 0; step < 4 && !page.url.startsWith(`${this.portalUrl}/`); step += 1) {
      const choice = chooseStaff(page, staff);
      page = await this.follow(
        await this.ask(choice.action, {
          method: "POST",
          form: choice.fields,
          headers: { origin: new URL(page.url).origin },
        }),
      );
    }
    if (!page.url.startsWith(`${this.portalUrl}/`) || page.url.includes("/login"))
      throw new Error(
        `${staff} could not sign in; stopped at ${page.url} (${page.status}):\n${page.text.slice(0, 2000)}`,
      );
    return page;
  }

  cookies(): { name: string; value: string }[] {
    return [...this.#jarOf(new URL(this.portalUrl).hostname)].map(([name, value]) => ({ name, value }));
  }

  #jarOf(host: string) {
    const jar = this.#jar.get(host) ?? new Map<string, string>();
    this.#jar.set(host, jar);
    return jar;
  }
}

function keepCookie(jar: Map<string, string>, line: string) {
  const [pair = "", ...attributes] = line.split(";");
  const name = pair.slice(0, pair.indexOf("=")).trim();
  const value = pair.slice(pair.indexOf("=") + 1).trim();
  const gone = attributes.some((attribute) => /max-age=0$|expires=Thu, 01 Jan 1970/i.test(attribute.trim()));
  if (gone || value === "") jar.delete(name);
  else jar.set(name, value);
}

/** The form of a sign-in page that picks one person: by a button's value or by a form that names them. */
function chooseStaff(page: Reply, staff: string): { action: string; fields: Record<string, string> } {
  for (const form of formsIn(page.text, page.url)) {
    for (const [whole, attributes = ""] of form.html.matchAll(/<button\b([^>]*)>[\s\S]*?<\/button>/g)) {
      if (!whole.includes(staff)) continue;
      const name = attributeOf(` ${attributes}`, "name");
      const value = attributeOf(` ${attributes}`, "value");
      return {
        action: form.action,
        fields: { ...form.fields, ...(name === undefined ? {} : { [name]: value ?? "" }) },
      };
    }
    if (Object.values(form.fields).includes(staff)) return form;
  }
  throw new Error(
    `The sign-in page at ${page.url} (${page.status}) does not offer ${staff}:\n${page.text.slice(0, 2000)}`,
  );
}
