import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/**
 * A new RSA key and a self-signed certificate for it, both PEM, valid for ten years. The certificate can be its own
 * root, which a print service is configured to trust. `hosts` are its names for TLS.
 */
export function makeCertificatePair(commonName, hosts = []) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const signatureAlgorithm = sequence(objectId("2a864886f70d01010d"), der(0x05, Buffer.alloc(0)));
  const name = sequence(der(0x31, sequence(objectId("550403"), der(0x0c, Buffer.from(commonName)))));
  const now = Date.now();
  const basicConstraints = sequence(
    objectId("551d13"),
    der(0x01, Buffer.from([0xff])),
    der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
  );
  const names = sequence(
    objectId("551d11"),
    der(0x04, sequence(...hosts.map((host) => der(0x82, Buffer.from(host))))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    signatureAlgorithm,
    name,
    sequence(utcTime(now - 86_400_000), utcTime(now + 3650 * 86_400_000)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(basicConstraints, ...(hosts.length > 0 ? [names] : []))),
  );
  const signature = sign("sha512", body, privateKey);
  const whole = sequence(body, signatureAlgorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").match(/.{1,64}/g);
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }),
    certificate: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
  };
}

/** A DER value: tag, length in its shortest form, content (X.690 §8.1). */
function der(tag, content) {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content]);
}

const sequence = (...parts) => der(0x30, Buffer.concat(parts));
const objectId = (hex) => der(0x06, Buffer.from(hex, "hex"));

/** A time of the years 1950 to 2049, as X.509 writes those. */
function utcTime(milliseconds) {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, "");
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}
