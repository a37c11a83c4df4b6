#!/usr/bin/env node
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { WebSocket, WebSocketServer } from "ws";

/**
 * Debian's Firefox for a Playwright that expects a newer one: a proxy, started instead of Firefox with its arguments,
 * that answers unsupported commands. None of those drives a page: downloads, response bodies, and emulation of screen,
 * language and colour scheme.
 */
const pretended =
  /^(network\.(add|remove)DataCollector|browser\.setDownloadBehavior|emulation\.set(ScreenOrientation|ScreenSettings|MediaFeatures|Locale)Override)$/;

/** All responses pass through here, without the CSP that would block Playwright's scripts. */
const reading = http.createServer((request, answer) => {
  const onward = http.request(request.url, { method: request.method, headers: request.headers }, (got) => {
    const { "content-security-policy": _policy, ...headers } = got.headers;
    answer.writeHead(got.statusCode, headers);
    got.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  answer.on("close", () => onward.destroy());
  request.pipe(onward);
});
await once(reading.listen(0, "127.0.0.1"), "listening");

const args = process.argv.slice(2);
const profile = args[args.indexOf("--profile") + 1];
const settings = {
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": reading.address().port,
  "network.proxy.allow_hijacking_localhost": true,
  // The colour scheme cannot be changed at run time: it is dark from the start.
  "layout.css.prefers-color-scheme.content-override": 0,
};
const lines = Object.entries(settings).map(
  ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
);
appendFileSync(join(profile, "user.js"), `\n${lines.join("\n")}\n`);

const firefox = spawn(process.env.FIREFOX_PATH ?? "firefox-esr", args, {
  stdio: ["inherit", "inherit", "pipe"],
});
firefox.on("exit", (code) => process.exit(code ?? 1));
firefox.on("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => firefox.kill(signal));

let said = "";
firefox.stderr.on("data", (chunk) => {
  said += chunk;
  const address = /listening on (ws:\/\/\S+)\n/.exec(said)?.[1];
  if (!address) return;
  firefox.stderr.removeAllListeners("data").resume();
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" }, () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  );
  server.on("connection", (tool, { url }) => handOn(tool, new WebSocket(address + url)));
});

/** This Firefox doesn't report when a script changes a page's URL. */
const tellAddress = `(tell) => {
  const say = () => tell(location.href);
  for (const way of ["pushState", "replaceState"]) {
    const was = history[way];
    history[way] = function (...args) { was.apply(this, args); say(); };
  }
  addEventListener("popstate", say);
}`;
const addresses = {
  id: 1_000_000_000,
  method: "script.addPreloadScript",
  params: {
    functionDeclaration: tellAddress,
    arguments: [{ type: "channel", value: { channel: "address" } }],
  },
};

/** The browser's message in Playwright's form; undefined for responses that it did not request. */
function asAsked(text) {
  const { id, method, params } = JSON.parse(text);
  if (id === addresses.id) return undefined;
  if (method !== "script.message" || params.channel !== "address") return text;
  const told = { context: params.source.context, url: params.data.value, timestamp: Date.now() };
  return JSON.stringify({ type: "event", method: "browsingContext.historyUpdated", params: told });
}

/** Forwards messages in both directions. */
function handOn(tool, browser) {
  const early = [];
  tool.on("message", (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    if (method === "session.subscribe") browser.send(JSON.stringify(addresses));
    if (pretended.test(method)) tool.send(JSON.stringify({ type: "success", id, result: { collector: "" } }));
    else if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else early.push(text);
  });
  browser.on("open", () => {
    for (const text of early.splice(0)) browser.send(text);
  });
  browser.on("message", (data) => {
    const said = asAsked(data.toString());
    if (said !== undefined) tool.send(said);
  });
  browser.on("close", () => tool.close());
  tool.on("close", () => browser.close());
}
