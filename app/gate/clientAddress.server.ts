import { BlockList, isIP } from "node:net";

const loopback = ["127.0.0.0/8", "::1/128"];

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Whether a text names proxies: addresses, networks such as `10.0.0.0/8`, `loopback`, with commas between. */
export const isProxyList = (text: string): boolean => text.split(",").every((part) => isProxy(part.trim()));

function isProxy(part: string): boolean {
  const [address = "", bits] = part.split("/");
  if (part === "loopback" || (bits === undefined && isIP(address) !== 0)) return true;
  return isIP(address) !== 0 && /^\d+$/.test(bits ?? "") && Number(bits) <= (isIP(address) === 6 ? 128 : 32);
}

function blockListOf(text: string): BlockList {
  const list = new BlockList();
  const parts = text.split(",").map((part) => part.trim());
  for (const part of parts.flatMap((one) => (one === "loopback" ? loopback : [one]))) {
    const [address = "", bits] = part.split("/");
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return list;
}

const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, "");

/** One household's or shop's part of an IPv6 address, which has as many others as it likes. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const first = head.split(":").filter(Boolean);
  const last = (tail ?? "").split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return [...first, ...zeros, ...last].slice(0, 4).join(":");
}

/**
 * Reads where a request comes from: the connection's address, or what a proxy named in `trusted` says in
 * X-Forwarded-For, the last address there that is no such proxy itself. Of an IPv6 address its network of 64 bits.
 */
export function createClientAddress(trusted: string) {
  const proxies = blockListOf(trusted);
  const isTrusted = (address: string) => isIP(address) !== 0 && proxies.check(address, family(address));
  return (connection: string, forwardedFor: string | undefined): string => {
    let address = plain(connection);
    for (const hop of (forwardedFor ?? "").split(",").reverse()) {
      if (!isTrusted(address) || isIP(plain(hop)) === 0) break;
      address = plain(hop);
    }
    return networkOf(address);
  };
}
