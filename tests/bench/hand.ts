import type { Locator, Page } from "@playwright/test";

export const ways = ["mouse", "keyboard", "without scripting"] as const;
/** How somebody works; without scripting, by the mouse. */
export type Way = (typeof ways)[number];

export const panel = (page: Page) => page.getByRole("dialog");
export const row = (page: Page) => page.locator("main tbody tr");
export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
export const textOf = async (locator: Locator) => ((await locator.first().textContent()) ?? "").trim();

const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
const mostTabs = 300;

/** Works a page and counts clicks, keys and time. With the keyboard, whatever is pressed is reached by Tab. */
export class Hand {
  #clicks = 0;
  #keys = 0;
  #began = performance.now();
  /** How many things it was done to, where that is not one. */
  of = "";
  constructor(
    readonly page: Page,
    readonly way: Way,
  ) {}

  /** What went before is not counted. */
  startAfresh() {
    this.#clicks = 0;
    this.#keys = 0;
    this.#began = performance.now();
  }

  /** '2 clicks, 12 keys, 0.9 s'. */
  cost(): string {
    const seconds = (performance.now() - this.#began) / 1000;
    const of = this.of === "" ? "" : ` for ${this.of}`;
    return `${plural(this.#clicks, "click")}, ${plural(this.#keys, "key")}, ${seconds.toFixed(1)} s${of}`;
  }

  async key(key: string) {
    this.#keys += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string) {
    this.#keys += text.length;
    await this.page.keyboard.type(text);
  }

  async #click(target: Locator) {
    this.#clicks += 1;
    await target.first().click();
  }

  async #reach(target: Locator, tab: "Tab" | "Shift+Tab" = "Tab") {
    await target.first().waitFor();
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      if (await target.first().evaluate((element) => element === document.activeElement)) return;
      await this.key(tab);
    }
    throw new Error(`${mostTabs} times ${tab} do not lead to ${target}`);
  }

  /** Presses a link or button; with the keyboard from the start of the page, or from its end. */
  async press(target: Locator, tab?: "Shift+Tab") {
    if (this.way !== "keyboard") return this.#click(target);
    await this.#reach(target, tab);
    await this.key("Enter");
  }

  async tick(box: Locator, tab?: "Shift+Tab") {
    if (this.way !== "keyboard") return this.#click(box);
    await this.#reach(box, tab);
    await this.key("Space");
  }

  /** Chooses of a select field, unless that is chosen already: two clicks, or the letters that it begins with. */
  async choose(field: Locator, label: string) {
    if ((await textOf(field.locator("option:checked"))) === label) return;
    if (this.way === "keyboard") {
      await this.#reach(field);
      await this.type(label.slice(0, 3));
    } else {
      this.#clicks += 2;
      await field.selectOption({ label });
    }
    const chosen = await textOf(field.locator("option:checked"));
    if (chosen !== label) throw new Error(`${chosen} was chosen, not ${label}`);
  }

  /** Past the frame, by its first link; the mouse needs no such thing. */
  async skip() {
    if (this.way === "keyboard") await this.press(this.page.getByRole("link", { name: "Skip to" }));
  }

  /** Types into a field, in place of what it holds. */
  async enter(field: Locator, text: string) {
    if (this.way === "keyboard") await this.#reach(field);
    else await this.#click(field);
    await this.key("Control+a");
    await this.type(text);
  }

  /** Looks for something by the field of the top bar; what is pasted is one key. */
  async find(text: string, from: "typed" | "pasted" = "typed") {
    if (this.way === "keyboard") await this.key("/");
    else await this.#click(this.page.getByRole("banner").getByRole("search").locator("input"));
    if (from === "typed") await this.type(text);
    else {
      this.#keys += 1;
      await this.page.keyboard.insertText(text);
    }
    await this.key("Enter");
  }
}
